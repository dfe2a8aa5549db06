{#
  Text with every line but the first moved to the right. Text that holds a string literal over several lines stays as it
  is: the added spaces would become part of the literal. So does text with a comment in a comment, whose end no pattern
  finds. A text that ends in a backslash ends in a comment, which would go on in the line after it. Only \n separates
  lines: Jinja's `indent` also splits at characters that end no line comment, such as U+2028.
#}
{% macro _indent(text, width) %}
  {% set text = text ~ ' ' if text.endswith('\\') else text %}
  {% set comments = '--[^\r\n\\\\]*(?:\\\\\n?[^\r\n\\\\]*)*|(/\\*(?!\\+)(?s:.*?)\\*/)' %}
  {% set raw = "|(\\b[rR]'[^']*'|\\b[rR]\"[^\"]*\"" %}
  {% set quoted = "|'(?:[^'\\\\]|\\\\[\\s\\S])*'|\"(?:[^\"\\\\]|\\\\[\\s\\S])*\"|`[^`]*`)" %}
  {% for comment, literal in modules.re.findall(comments ~ raw ~ quoted, text)
      if '\n' in literal or '/*' in comment[2:] %}
    {{ return(text) }}
  {% endfor %}
  {{ return(modules.re.sub('\n(?!\n|$)', '\n' ~ ' ' * width, text)) }}
{% endmacro %}
