{# Reports counts that are known without a query, see `_reported_counts`, and returns them. #}
{% macro _reported_values(plan, counts) %}
  {% set values = [] %}
  {% for name, count in counts.items() if name != 'duration_ms' %}
    {% do values.append(count ~ ' as ' ~ name) %}
  {% endfor %}
  {{ return(tablestore._reported_counts(plan, 'select ' ~ values | join(', '))) }}
{% endmacro %}
