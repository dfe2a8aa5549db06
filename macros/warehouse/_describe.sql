{#
  The columns that a DESCRIBE lists, as [{name, type, comment}]. The list ends at the first empty line or heading; what
  follows says how the table is partitioned.
#}
{% macro _describe(sql) %}
  {% set columns = [] %}
  {% for row in tablestore._rows(sql) %}
    {% if not row.col_name or row.col_name.startswith('#') %}
      {% break %}
    {% endif %}
    {% do columns.append({'name': row.col_name, 'type': row.data_type, 'comment': row.comment}) %}
  {% endfor %}
  {{ return(columns) }}
{% endmacro %}
