{# dbt's own check of an enforced contract, for the columns that are stored. #}
{% macro _assert_contract(plan, sql) %}
  {% if plan.contract %}
    {% set stored %}
      select {{ plan.columns | map(attribute='quoted') | join(', ') }} from (
        {{ sql }}
      )
    {% endset %}
    {% do get_assert_columns_equivalent(stored) %}
  {% endif %}
{% endmacro %}
