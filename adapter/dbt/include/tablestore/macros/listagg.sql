{#
  Spark's own LISTAGG, which supports an order. With a limit, values are first joined by a control character, because a
  value may contain the delimiter, and then split again to keep the first ones.
#}
{% macro tablestore__listagg(measure, delimiter_text, order_by_clause, limit_num) %}
  {%- set order = ' within group (' ~ order_by_clause ~ ')' if order_by_clause else '' -%}
  {%- if limit_num -%}
    array_join(
      slice(split(listagg({{ measure }}, '\u001f'){{ order }}, '\u001f'), 1, {{ limit_num }}), {{ delimiter_text }}
    )
  {%- else -%}
    listagg({{ measure }}, {{ delimiter_text }}){{ order }}
  {%- endif -%}
{% endmacro %}
