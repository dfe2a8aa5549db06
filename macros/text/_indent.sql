{#
  Text with every line but the first moved to the right. Text that holds a string literal over several lines stays as it
  is: the added spaces would become part of the literal.
#}
{% macro _indent(text, width) %}
  {% for line in text.splitlines() %}
    {% set bare = line | replace('\\\\', '') | replace("\\'", '') | replace('\\"', '') %}
    {% if bare.count("'") % 2 or bare.count('"') % 2 %}
      {{ return(text) }}
    {% endif %}
  {% endfor %}
  {{ return(text | indent(width)) }}
{% endmacro %}
