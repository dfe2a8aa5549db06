{# Rows given as JSON as a query with typed columns; a value that does not fit its type is an error. #}
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
    {% do typed.append('(' ~ tablestore._text(row) ~ ')') %}
  {% endfor %}
  {{ return('select parsed.* from (select from_json(row, ' ~ tablestore._text(fields | join(', ')) ~ ", map('mode', 'FAILFAST')) as parsed from values "
      ~ typed | join(', ') ~ ' as rows (row))') }}
{% endmacro %}

{# A row as JSON that keeps every digit of its values. #}
{% macro _to_json(columns) %}
  {{ return("to_json(struct(" ~ columns | map(attribute='quoted') | join(', ')
      ~ "), map('ignoreNullFields', 'false', 'timestampFormat', \"yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX\", 'timestampNTZFormat', \"yyyy-MM-dd'T'HH:mm:ss.SSSSSS\"))") }}
{% endmacro %}

{# Rows of a YAML file as JSON; dates of YAML become text again. #}
{% macro _as_json(rows) %}
  {% set result = [] %}
  {% for row in rows %}
    {% set values = {} %}
    {% for name, value in row.items() %}
      {% set plain = value is none or value is string or value is number or value is boolean or value is mapping or value is sequence %}
      {% do values.update({name: value if plain else value | string}) %}
    {% endfor %}
    {% do result.append(tojson(values)) %}
  {% endfor %}
  {{ return(result) }}
{% endmacro %}

{# The rows as they are given, or in one of many other orders, always the same one for a number. #}
{% macro _in_order(rows, order) %}
  {% if not order %}
    {{ return(rows) }}
  {% endif %}
  {% set keyed = [] %}
  {% for row in rows %}
    {% do keyed.append({'row': row, 'by': local_md5(order ~ ':' ~ loop.index ~ ':' ~ row)}) %}
  {% endfor %}
  {{ return(keyed | sort(attribute='by') | map(attribute='row') | list) }}
{% endmacro %}
