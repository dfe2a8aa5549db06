{# The problems of {name: expression}, as a list: an expression that is not text would end in a parse error of Spark's. #}
{% macro _aggregate_problems(aggregates) %}
  {% set problems = [] %}
  {% for name, expression in aggregates.items() if expression is not string or not expression.strip() %}
    {% do problems.append("aggregates: '" ~ name ~ "' is '" ~ expression ~ "'; write an SQL expression such as 'sum(price)'") %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
