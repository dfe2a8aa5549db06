{# The pattern of what SQL does not read further: comments to the end of a line, literals, and quoted names. #}
{% macro _opaque_text() %}
  {{ return("--[^\n]*|\\b[rR]'[^']*'|\\b[rR]\"[^\"]*\"|'(?:[^'\\\\]|\\\\.)*'|\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`") }}
{% endmacro %}
