{#
  What may stand after FROM: a relation, the name of a common table expression, or a query.
  A query is put in parentheses when it is not already.
#}
{% macro _table(relation) %}
  {% set text = (relation | string).strip() %}
  {% if relation is string and ' ' in text and not text.startswith('(') %}
    {{ return('(' ~ text ~ ')') }}
  {% endif %}
  {{ return(text) }}
{% endmacro %}
