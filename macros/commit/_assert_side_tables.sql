{#
  Fails if the name of one of the model's side tables belongs to another node of the project, or to a table that no keyed
  model wrote: a run would replace it.
#}
{% macro _assert_side_tables(node, relation, last) %}
  {% set problems = [] %}
  {% for suffix, columns in tablestore._side_tables(node).items() %}
    {% set table = tablestore._side_table(relation, suffix) %}
    {% set owners = tablestore._nodes_of(table) %}
    {% if owners %}
      {% do problems.append(table ~ ' is the table of ' ~ owners[0].resource_type ~ " '" ~ owners[0].name ~ "': give it another name or alias") %}
    {% elif not tablestore._has_written(last, suffix) and load_relation(table) and not tablestore._is_side_table(table, columns) %}
      {% do problems.append(table ~ ' exists, and no keyed model wrote it: rename it, or drop it') %}
    {% endif %}
  {% endfor %}
  {% do tablestore._fail("model '" ~ node.name ~ "' needs tables of its own for its commits and changes, whose names are in use; nothing was changed",
      problems + (["or give the model '" ~ node.name ~ "' another alias"] if problems else [])) %}
{% endmacro %}

{# Whether the last commit of a table shows that its model wrote this side table. #}
{% macro _has_written(last, suffix) %}
  {% set producer = {'__changelog': last.producer != 'none', '__uncompacted': ', apart' in last.producer, '__input': last.producer == 'input'} %}
  {{ return(last.epoch and suffix != '__batch' and producer.get(suffix, true)) }}
{% endmacro %}

{% macro _is_side_table(table, columns) %}
  {% if not columns %}
    {{ return('tablestore.batch' in tablestore._table_properties(table)) }}
  {% endif %}
  {% set names = tablestore._table_columns(table) | map(attribute='name') | list %}
  {{ return(columns | reject('in', names) | list | length == 0) }}
{% endmacro %}
