{#
  What can follow FROM: a relation, the name of a common table expression, or a query, which is put in parentheses
  unless it already is.
#}
{% macro _table_expression(relation) %}
  {% set text = (relation | string).strip() %}
  {% if relation is string and ' ' in text and not text.startswith('(') %}
    {{ return('(' ~ text ~ ')') }}
  {% endif %}
  {{ return(text) }}
{% endmacro %}
