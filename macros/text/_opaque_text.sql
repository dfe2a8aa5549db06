{#
  The pattern of what SQL does not read further: comments to the end of a line, which a backslash before that continues
  on the next one, literals, and quoted names.
#}
{% macro _opaque_text() %}
  {{ return("--[^\\r\\n\\\\]*(?:\\\\\\n?[^\\r\\n\\\\]*)*|\\b[rR]'[^']*'|\\b[rR]\"[^\"]*\"|'(?:[^'\\\\]|\\\\.)*'"
      ~ "|\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`") }}
{% endmacro %}
