{# The table has the commit. #}
{% macro mark_statement(plan, number) %}
  {{ return(tablestore.properties_statement(plan, {'tablestore.commit': number})) }}
{% endmacro %}

{% macro properties_statement(plan, properties) %}
  {{ return('alter table ' ~ plan.table ~ ' set tblproperties (' ~ tablestore._properties(properties) ~ ')') }}
{% endmacro %}
