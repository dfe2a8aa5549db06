{#
  Text moved to the right, but for its first line. Text with a string literal that runs over lines stays as it is:
  blanks added there would be added to the value.
#}
{% macro _indented(text, width) %}
  {% for line in text.splitlines() %}
    {% set bare = line | replace('\\\\', '') | replace("\\'", '') | replace('\\"', '') %}
    {% if bare.count("'") % 2 or bare.count('"') % 2 %}
      {{ return(text) }}
    {% endif %}
  {% endfor %}
  {{ return(text | indent(width)) }}
{% endmacro %}
