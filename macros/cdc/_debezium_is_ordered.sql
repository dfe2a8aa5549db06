{# The conditions that a message has a position, and none that comes before it. #}
{% macro _debezium_is_ordered(source, ordered_by) %}
  {% set conditions = [] %}
  {% for field in tablestore._debezium_order_fields() if ordered_by and field in source %}
    {% do conditions.append(source[field] ~ (' is not null' if field == ordered_by else ' is null')) %}
  {% endfor %}
  {{ return(conditions) }}
{% endmacro %}
