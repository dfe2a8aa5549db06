{# Order items as the text after ORDER BY. Without `nulls`, a null is the lowest value in Flink and in Spark. #}
{% macro _order_clause(items) %}
  {% set texts = [] %}
  {% for item in items %}
    {% do texts.append(
        item.column ~ (' desc' if item.descending else '') ~ (' nulls ' ~ item.nulls if item.nulls else '')) %}
  {% endfor %}
  {{ return(texts | join(', ')) }}
{% endmacro %}
