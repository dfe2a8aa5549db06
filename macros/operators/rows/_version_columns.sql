{# The columns that a version carries through the lookup: all of them, or the selected ones and the row kind. #}
{% macro _version_columns(selected, kind) %}
  {% set names = (selected or []) | map(attribute='name') | list + ([kind] if kind else []) %}
  {{ return(['*'] if selected is none or '*' in names or not names else tablestore._quoted(names) | unique | list) }}
{% endmacro %}
