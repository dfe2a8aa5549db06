{# Moves a table to its branch of a commit. #}
{% macro _forward_statement(plan, table) %}
  {{ return('call ' ~ (plan.catalog ~ '.' if plan.catalog else '') ~ 'system.fast_forward(table => '
      ~ tablestore._string_literal(table) ~ ", branch => 'main', to => " ~ tablestore._string_literal(plan.branch) ~ ')') }}
{% endmacro %}
