{# The columns, in lower case, that an enforced contract declares NOT NULL. #}
{% macro _not_null_columns(node) %}
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
