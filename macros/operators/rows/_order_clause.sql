{# Order items as they stand after ORDER BY; without `nulls`, Flink and Spark agree that a null is the lowest value. #}
{% macro _order_clause(items) %}
  {% set texts = [] %}
  {% for item in items %}
    {% do texts.append(
        item.column ~ (' desc' if item.descending else '') ~ (' nulls ' ~ item.nulls if item.nulls else '')) %}
  {% endfor %}
  {{ return(texts | join(', ')) }}
{% endmacro %}
