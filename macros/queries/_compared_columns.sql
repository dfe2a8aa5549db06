{# The columns of a changelog in which a row must differ to be in it; none if every row of a batch is. #}
{% macro _compared_columns(plan) %}
  {% set ignored = plan.changelog.ignored %}
  {% if ignored is none %}
    {{ return(none) }}
  {% endif %}
  {% set others = ignored + plan.key_columns | map(attribute='lower_name') | list %}
  {{ return((plan.columns + plan.kept_columns) | rejectattr('lower_name', 'in', others) | list) }}
{% endmacro %}
