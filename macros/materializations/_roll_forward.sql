{#
  Finishes the commit an earlier run staged and did not mark. It may have been applied in part or whole: the rows are
  absolute, so applying it again changes nothing that is already there. A staged commit with refused rows was never
  decided and stays out; so does one of another build of the table.
#}
{% macro _roll_forward(node, relation, state) %}
  {% set staged = tablestore._sibling(relation, '__commit') %}
  {% if not state.epoch or not load_relation(staged) %}
    {{ return(none) }}
  {% endif %}
  {% set properties = tablestore._table_properties(staged) %}
  {% set number = properties.get('tablestore.commit', '0') | int %}
  {% if properties.get('tablestore.epoch') != state.epoch or number != state.commit + 1 %}
    {{ return(none) }}
  {% endif %}
  {% set columns = tablestore._columns(tablestore._relation_columns(staged)) | rejectattr('key', 'in', ['_change', '_refused', '_rows']) | list %}
  {% set plan = {'table': relation | string, 'commit_table': staged | string, 'columns': columns,
                 'key_columns': tablestore._pick(columns, state.key | map('lower') | list)} %}
  {% if tablestore._rows(tablestore.count_query(plan))[0].rows_refused == 0 %}
    {% do log(node.name ~ ': rolling forward commit ' ~ number ~ ', which an earlier run left unfinished', info=true) %}
    {% do tablestore._run(tablestore.apply_statements(plan, {}, again=true)) %}
    {% do tablestore._run([tablestore.mark_statement(plan, number)]) %}
    {% do state.update({'commit': number}) %}
  {% endif %}
{% endmacro %}

{# A table beside the model's table. #}
{% macro _sibling(relation, suffix) %}
  {{ return(relation.incorporate(path={'identifier': relation.identifier ~ suffix})) }}
{% endmacro %}
