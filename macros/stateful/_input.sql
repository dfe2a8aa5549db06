{# The name of each input in a hint: its alias, or else the name of its table. #}
{% macro _input_names(relations, aliases, problems) %}
  {% set names, given = {}, tablestore._as_list(aliases) %}
  {% for side, relation in relations.items() %}
    {% if relation is string %}
      {% set argument = side if relations | length > 1 else 'relation' %}
      {% do problems.append(argument ~ ": '" ~ relation ~ "' is a string; write ref('model')") %}
    {% endif %}
    {% set alias = aliases.get(side) if aliases is mapping else (given[loop.index0] if loop.index0 < given | length) %}
    {% do names.update({side: alias or relation.identifier}) %}
  {% endfor %}
  {% if aliases is mapping and aliases.keys() | reject('in', relations) | list
      or aliases is not mapping and given | length > relations | length %}
    {% do problems.append("aliases: cannot read " ~ aliases ~ "; write {'left': 'o', 'right': 's'} or ['o', 's']") %}
  {% elif names.values() | unique | list | length < names | length %}
    {% do problems.append("aliases: both sides have the name '" ~ names.left
        ~ "'; give them different names, such as aliases=['o', 's']") %}
  {% endif %}
  {{ return(names) }}
{% endmacro %}

{# The inputs of an operator as a compiled plan lists them. #}
{% macro _operator_inputs(relations, names) %}
  {% set inputs = [] %}
  {% for side, relation in relations.items() %}
    {% set table = [relation.database, relation.schema, relation.identifier] | select | join('.') %}
    {% do inputs.append({'table': table, 'alias': names[side]}) %}
  {% endfor %}
  {{ return(inputs) }}
{% endmacro %}
