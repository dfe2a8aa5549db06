{# Sets properties of the keyed table. #}
{% macro properties_statement(plan, properties) %}
  {{ return('alter table ' ~ plan.table ~ ' set tblproperties ' ~ tablestore._property_list(properties)) }}
{% endmacro %}
