{# Whether a text is the name of a table, with or without its schema, and no query. #}
{% macro _is_table_name(text) %}
  {{ return(modules.re.match('(\\w+|`[^`]+`)(\\.(\\w+|`[^`]+`))*$', text) is not none) }}
{% endmacro %}
