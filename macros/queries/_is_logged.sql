{#
  Whether a decided row goes into the changelog. As in Paimon, that is every stored row that the batch has a row for, even
  when nothing changes. With row-deduplicate it is only the rows that differ in a column that is not ignored, see `_differs`;
  a stored row with NaN differs from itself, whatever happens to it.
#}
{% macro _is_logged(plan, engine) %}
  {% set compared = tablestore._compared_columns(plan) %}
  {% if engine.logs_only_inserts %}
    {{ return("_change = 'insert'") }}
  {% elif compared is not none %}
    {% set conditions = ["_change in ('insert', 'update', 'delete')"] %}
    {% if plan.changelog.ignored or not compared %}
      {% set conditions = ["_change in ('insert', 'delete')", "_change = 'update' and " ~ tablestore._differs(compared, '_before')] %}
    {% endif %}
    {{ return((conditions + tablestore._nan_conditions(compared, '_before')) | join(' or ')) }}
  {% endif %}
  {{ return("_change = 'insert' or _before is not null") }}
{% endmacro %}
