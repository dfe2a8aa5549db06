{#
  Spark's LISTAGG, which has an ORDER BY. For a limit, the values are joined with a control character, split and cut,
  because a value can contain the delimiter.
#}
{% macro tablestore__listagg(measure, delimiter_text, order_by_clause, limit_num) %}
  {%- set order = ' within group (' ~ order_by_clause ~ ')' if order_by_clause else '' -%}
  {%- if limit_num -%}
    array_join(slice(split(listagg({{ measure }}, '\u001f'){{ order }}, '\u001f'), 1, {{ limit_num }}), {{ delimiter_text }})
  {%- else -%}
    listagg({{ measure }}, {{ delimiter_text }}){{ order }}
  {%- endif -%}
{% endmacro %}
