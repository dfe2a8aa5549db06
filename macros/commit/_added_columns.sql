{# Adds columns, [{quoted, type}], to a table. #}
{% macro _added_columns(table, columns) %}
  {% set definitions = [] %}
  {% for column in columns %}
    {% do definitions.append(column.quoted ~ ' ' ~ column.type) %}
  {% endfor %}
  {{ return({'step': 'alter', 'sql': 'alter table ' ~ table ~ ' add columns (' ~ definitions | join(', ') ~ ')'}) }}
{% endmacro %}
