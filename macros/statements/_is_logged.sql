{#
  Whether a staged row is in the changelog. As in Paimon that is every stored row the batch has a word on, also when
  nothing changes; with row-deduplicate only rows that differ in a column that is not ignored, and NaN differs from NaN.
#}
{% macro _is_logged(plan, engine) %}
  {% if plan.changelog.compared is not none %}
    {% set compared = plan.changelog.compared %}
    {% set logged = ["_change in ('insert', 'update', 'delete')"] %}
    {% if not compared %}
      {% set logged = ["_change in ('insert', 'delete')"] %}
    {% elif compared | length < plan.value_columns | length %}
      {% set logged = ["_change in ('insert', 'delete')", "(_change = 'update' and not (" ~ tablestore._comparable_row(compared) ~ ' <=> '
          ~ tablestore._comparable_row(compared, '_before') ~ '))'] %}
    {% endif %}
    {% for column in compared if column.type in ['float', 'double'] %}
      {% do logged.append('isnan(_before.' ~ column.quoted ~ ')') %}
    {% endfor %}
    {{ return(logged | join(' or ')) }}
  {% elif engine.silent %}
    {{ return("_change = 'insert'") }}
  {% endif %}
  {{ return("_change = 'insert' or _before is not null") }}
{% endmacro %}
