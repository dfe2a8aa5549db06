{# Changes columns of a table, [{quoted, type}], to their wider types; `format` is the record of its format. #}
{% macro _widen_statements(table, format, columns) %}
  {% set statements, properties = [], format.widening_properties %}
  {% if columns and properties %}
    {% do statements.append({'step': 'alter', 'sql': 'alter table ' ~ table ~ ' set tblproperties '
        ~ tablestore._property_list(properties)}) %}
  {% endif %}
  {% for column in columns %}
    {% do statements.append({'step': 'alter', 'sql': 'alter table ' ~ table ~ ' alter column ' ~ column.quoted
        ~ ' type ' ~ column.type}) %}
  {% endfor %}
  {{ return(statements) }}
{% endmacro %}
