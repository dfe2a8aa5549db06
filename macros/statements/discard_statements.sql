{# Drops the staged rows of a commit that was not claimed. #}
{% macro discard_statements(plan) %}
  {% set statements = [] %}
  {% for table in [plan.commit_table] + ([plan.changelog.input_table] if plan.changelog and plan.changelog.input_table else []) %}
    {% do statements.append(tablestore.formats()[plan.format].drop | replace('{table}', table)) %}
  {% endfor %}
  {{ return(statements) }}
{% endmacro %}
