{#
  What each input is called in a hint: its alias, or else the name of its table. While dbt parses, every ref is the model
  itself: nothing is said of names then.
#}
{% macro _input_names(relations, aliases, problems) %}
  {% set names, given = {}, tablestore._as_list(aliases) %}
  {% for side, relation in relations.items() %}
    {% if relation is string %}
      {% do problems.append((side if relations | length > 1 else 'relation') ~ ": '" ~ relation ~ "' is a text; write ref('model')") %}
    {% endif %}
    {% set alias = aliases.get(side) if aliases is mapping else (given[loop.index0] if loop.index0 < given | length) %}
    {% do names.update({side: alias or relation.identifier}) %}
  {% endfor %}
  {% if aliases is mapping and aliases.keys() | reject('in', relations) | list or aliases is not mapping and given | length > relations | length %}
    {% do problems.append("aliases: cannot read " ~ aliases ~ "; write {'left': 'o', 'right': 's'} or ['o', 's']") %}
  {% elif not tablestore._is_parsing() and names.values() | unique | list | length < names | length %}
    {% do problems.append("aliases: both sides are called '" ~ names.left ~ "'; give them names of their own, aliases=['o', 's']") %}
  {% endif %}
  {{ return(names) }}
{% endmacro %}

{#
  The durations of a STATE_TTL hint, per input. Its names are those of the inputs, in the same case; where an input has an
  alias its table's name is none.
#}
{% macro _read_hint(hint, names, problems) %}
  {% set durations = {} %}
  {% set given = hint.state_ttl if hint is mapping else none %}
  {% if hint is not none and given is not mapping %}
    {% do problems.append("hint: '" ~ hint ~ "' is none; write hint=tablestore.hint('STATE_TTL', {'" ~ names.values() | first ~ "': '1 d'})") %}
  {% endif %}
  {% for name in given or {} if name not in names.values() and not tablestore._is_parsing() %}
    {% do problems.append("hint: STATE_TTL names '" ~ name ~ "', and the input" ~ ('s are ' if names | length > 1 else " is ")
        ~ "'" ~ names.values() | join("' and '") ~ "' (an alias hides the name of the table, and case counts)") %}
  {% endfor %}
  {% for side, name in names.items() %}
    {% do durations.update({side: (given or {}).get(name)}) %}
  {% endfor %}
  {{ return(durations) }}
{% endmacro %}

{% macro _is_parsing() %}
  {{ return(execute is defined and not execute) }}
{% endmacro %}

{# For operators Flink's hint does not reach. #}
{% macro _no_hint(hint, problems) %}
  {% if hint is not none %}
    {% do problems.append("hint: STATE_TTL acts on joins and group aggregates and would have no effect here; set state_ttl in the model's config, or the ttl in its compiled plan") %}
  {% endif %}
{% endmacro %}

{# The inputs as a compiled plan has them. #}
{% macro _node_inputs(relations, names) %}
  {% set inputs = [] %}
  {% for side, relation in relations.items() %}
    {% do inputs.append({'table': [relation.database, relation.schema, relation.identifier] | select | join('.'), 'alias': names[side]}) %}
  {% endfor %}
  {{ return(inputs) }}
{% endmacro %}
