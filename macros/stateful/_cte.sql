{# One common table expression. #}
{% macro _cte(name, query) %}
{{ name }} as (
  {{ tablestore._indent(query | trim, 2) }}
)
{%- endmacro %}
