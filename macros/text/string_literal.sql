{#
  A text as a Spark string literal, on one line: what Python takes for the end of a line is written as an escape. So is
  the `$` of `${...}`, which Spark replaces by a setting in every statement, inside of text, too.
#}
{% macro string_literal(value) %}
  {% set escaped = (value | string) | replace('\\', '\\\\') | replace("'", "\\'")
      | replace('${', '\\u0024{') %}
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
