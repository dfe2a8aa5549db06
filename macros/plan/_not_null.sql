{# The columns an enforced contract declares NOT NULL. #}
{% macro _not_null(node) %}
  {% set names = [] %}
  {% if (node.config.contract or {}).get('enforced') %}
    {% for column in node.columns.values() %}
      {% if 'not_null' in column.constraints | map(attribute='type') | list %}
        {% do names.append(column.name | lower) %}
      {% endif %}
    {% endfor %}
  {% endif %}
  {{ return(names) }}
{% endmacro %}
