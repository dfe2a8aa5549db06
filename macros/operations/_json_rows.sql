{# JSON rows as a query with typed columns. A value that does not fit its type is an error. #}
{% macro _json_rows(columns, rows) %}
  {% set fields, typed, empty = [], [], [] %}
  {% for column in columns %}
    {% do fields.append(tablestore._quote(column.name) ~ ' ' ~ column.type) %}
    {% do empty.append('cast(null as ' ~ column.type ~ ') as ' ~ tablestore._quote(column.name)) %}
  {% endfor %}
  {% if not rows %}
    {{ return('select ' ~ empty | join(', ') ~ ' where false') }}
  {% endif %}
  {% for row in rows %}
    {% do typed.append('(' ~ tablestore._string_literal(row) ~ ')') %}
  {% endfor %}
  {{ return('select parsed.* from (select from_json(row, ' ~ tablestore._string_literal(fields | join(', ')) ~ ", map('mode', 'FAILFAST')) as parsed from values "
      ~ typed | join(', ') ~ ' as rows (row))') }}
{% endmacro %}
