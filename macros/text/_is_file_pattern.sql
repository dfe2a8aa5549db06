{# Whether a path is a pattern for several, as Hadoop reads it. #}
{% macro _is_file_pattern(path) %}
  {{ return('[]{}*?\\' | select('in', path) | list | length > 0) }}
{% endmacro %}
