{#
  Whether a staged row goes into the changelog. As in Paimon, that is every stored row that the batch has a row for, even
  when nothing changes. With row-deduplicate it is only the rows that differ in a column that is not ignored; there NaN
  differs from NaN.
#}
{% macro _is_logged(plan, engine) %}
  {% if plan.changelog.compared is not none %}
    {% set compared = plan.changelog.compared %}
    {% set conditions = ["_change in ('insert', 'update', 'delete')"] %}
    {% if not compared %}
      {% set conditions = ["_change in ('insert', 'delete')"] %}
    {% elif compared | length < plan.value_columns | length %}
      {% set conditions = ["_change in ('insert', 'delete')", "(_change = 'update' and not (" ~ tablestore._comparable_row(compared) ~ ' <=> '
          ~ tablestore._comparable_row(compared, '_before') ~ '))'] %}
    {% endif %}
    {% for column in compared if column.type in ['float', 'double'] %}
      {% do conditions.append('isnan(_before.' ~ column.quoted ~ ')') %}
    {% endfor %}
    {{ return(conditions | join(' or ')) }}
  {% elif engine.logs_only_inserts %}
    {{ return("_change = 'insert'") }}
  {% endif %}
  {{ return("_change = 'insert' or _before is not null") }}
{% endmacro %}
