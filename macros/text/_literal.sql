{#
  A Python or YAML value as a Spark literal. Text is always a string, even text that looks like a number or a date. The
  adapter's `sql.literals.literal` writes the same ones.
#}
{% macro _literal(value) %}
  {% if value is none %}
    {{ return('null') }}
  {% elif value is boolean %}
    {{ return(value | string | lower) }}
  {% elif value is float %}
    {{ return("double('" ~ value ~ "')" if value | string in ['inf', '-inf', 'nan'] else value ~ 'D') }}
  {% elif value is number %}
    {{ return(value | string if value is integer else '{:f}BD'.format(value)) }}
  {% elif value.isoformat is defined %}
    {% set kind = 'date ' if value.hour is not defined else 'timestamp ' if value.year is defined else 'time ' %}
    {{ return(kind ~ tablestore._string_literal(value)) }}
  {% endif %}
  {{ return(tablestore._string_literal(value)) }}
{% endmacro %}

{# A text as a Spark string literal, on one line: what Python takes for the end of a line is written as an escape. #}
{% macro _string_literal(value) %}
  {% set escaped = (value | string) | replace('\\', '\\\\') | replace("'", "\\'") %}
  {% if (escaped ~ '.').splitlines() | length == 1 %}
    {{ return("'" ~ escaped ~ "'") }}
  {% endif %}
  {% set ends = {
    '\n': 'n', '\r': 'r', '\x0b': 'u000b', '\x0c': 'u000c', '\x1c': 'u001c', '\x1d': 'u001d', '\x1e': 'u001e',
    '\x85': 'u0085', '\u2028': 'u2028', '\u2029': 'u2029',
  } %}
  {% set found = namespace(text=escaped) %}
  {% for end, escape in ends.items() %}
    {% set found.text = found.text | replace(end, '\\' ~ escape) %}
  {% endfor %}
  {{ return("'" ~ found.text ~ "'") }}
{% endmacro %}

{# A point in time, given as text, as a Spark literal; null if there is none. #}
{% macro _timestamp_literal(text) %}
  {{ return('timestamp ' ~ tablestore._string_literal(text) if text else 'cast(null as timestamp)') }}
{% endmacro %}
