{# dbt's own check of an enforced contract, for the columns that are stored, with the types of the table. #}
{% macro _assert_contract(plan, sql) %}
  {% set columns, counted = [], plan.counted_columns | map(attribute='lower_name') | list %}
  {% for column in plan.columns %}
    {% do columns.append(('cast(null as bigint) as ' if column.lower_name in counted else '') ~ column.quoted) %}
  {% endfor %}
  {% set stored %}
      select {{ columns | join(', ') }} from (
        {{ tablestore.versions_query(plan, sql) if plan.versions else sql }}
      )
  {% endset %}
  {% do get_assert_columns_equivalent(stored) %}
{% endmacro %}
