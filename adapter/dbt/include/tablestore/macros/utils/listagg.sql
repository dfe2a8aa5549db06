{#
  Spark's own LISTAGG, which keeps the order asked for. A limit cuts its parts; they are joined by a control
  character until then, because a value may hold the delimiter.
#}
{% macro tablestore__listagg(measure, delimiter_text, order_by_clause, limit_num) %}
  {%- set order = ' within group (' ~ order_by_clause ~ ')' if order_by_clause else '' -%}
  {%- if limit_num -%}
    array_join(slice(split(listagg({{ measure }}, '\u001f'){{ order }}, '\u001f'), 1, {{ limit_num }}), {{ delimiter_text }})
  {%- else -%}
    listagg({{ measure }}, {{ delimiter_text }}){{ order }}
  {%- endif -%}
{% endmacro %}
