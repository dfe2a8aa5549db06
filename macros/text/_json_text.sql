{#
  A text, or a list of texts, as JSON, which Jinja and YAML read too. Characters beyond U+FFFF are themselves: JSON has
  two escapes for one of them, which others read as two characters that are none.
#}
{% macro _json_text(value) %}
  {% set result = namespace(json=tojson(value)) %}
  {% for character in (value if value is string else value | join) %}
    {% set escaped = tojson(character) %}
    {% set result.json = result.json | replace(escaped[1:-1], character) if escaped | length > 8 else result.json %}
  {% endfor %}
  {{ return(result.json) }}
{% endmacro %}
