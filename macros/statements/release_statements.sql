{# Drops the claim of a sealed commit, and those of rebuilds that were abandoned before it. #}
{% macro release_statements(plan, commit) %}
  {% set statements = [] %}
  {% for claim in commit.claims %}
    {% do statements.append(tablestore.formats()[plan.format].drop_claim | replace('{claim}', claim)) %}
  {% endfor %}
  {{ return(statements) }}
{% endmacro %}
