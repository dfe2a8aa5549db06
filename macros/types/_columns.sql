{#
  Columns as all rooms use them: `name` as given, `lower_name` to compare with, `type`, and `quoted` for SQL. The type
  is in lower case, except for a nested type: its fields have names.
#}
{% macro _columns(columns) %}
  {% set result = [] %}
  {% for column in columns %}
    {% set plain = modules.re.match('[A-Za-z0-9_]+\\Z', column.name) %}
    {% do result.append({
      'name': column.name, 'lower_name': column.name | lower,
      'type': column.type if '<' in column.type else column.type | lower,
      'quoted': '`' ~ column.name ~ '`' if plain else tablestore._quote(column.name, exact=true),
    }) %}
  {% endfor %}
  {{ return(result) }}
{% endmacro %}

{# The columns with these names (in lower case), in the order of the names. #}
{% macro _columns_named(columns, names) %}
  {% set result = [] %}
  {% for name in names %}
    {% do result.extend(columns | selectattr('lower_name', 'equalto', name) | list) %}
  {% endfor %}
  {{ return(result) }}
{% endmacro %}

{# The columns of a stored table that belong to its model: all but the time of the last write. #}
{% macro _columns_of_model(table_columns) %}
  {{ return(tablestore._columns(table_columns) | rejectattr('lower_name', 'equalto', '_written_at') | list) }}
{% endmacro %}
