{# The stored row, null for a key that is new. #}
{% macro _row_before(plan) %}
  {% set columns = (plan.columns + plan.kept_columns) | map(attribute='quoted') | join(', old.') %}
  {{ return('if(old.' ~ plan.key_columns[0].quoted ~ ' is not null, struct(old.' ~ columns ~ '), null)') }}
{% endmacro %}
