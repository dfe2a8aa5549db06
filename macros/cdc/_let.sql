{#
  An expression in which `name` has a value that is computed once, as SQL. Spark has no LET; what it would be in a
  subquery, its optimizer may put in each place that uses it.
#}
{% macro _let(name, value, body) %}
  {{ return('get(transform(\n  array(' ~ value | indent(2) ~ '),\n  ' ~ name ~ ' -> ' ~ body | indent(2) ~ '\n), 0)') }}
{% endmacro %}
