{#
  Text with every line but the first moved to the right. Text that holds a string literal over several lines stays as it
  is: the added spaces would become part of the literal.
#}
{% macro _indent(text, width) %}
  {% set comments, raw = '--[^\n]*|(?s:/\\*.*?\\*/)', "|\\b[rR]('[^']*'|\"[^\"]*\")" %}
  {% set quoted = "|('(?:[^'\\\\]|\\\\[\\s\\S])*'|\"(?:[^\"\\\\]|\\\\[\\s\\S])*\")|(`[^`]*`)" %}
  {% for literals in modules.re.findall(comments ~ raw ~ quoted, text)
      if (literals | join('')).splitlines() | length > 1 %}
    {{ return(text) }}
  {% endfor %}
  {{ return(text | indent(width)) }}
{% endmacro %}
