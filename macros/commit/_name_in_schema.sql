{# The name of a table in its schema, in lower case. #}
{% macro _name_in_schema(table) %}
  {{ return(modules.re.findall('`[^`]+`|[^.`]+', table)[-1] | replace('`', '') | lower) }}
{% endmacro %}
