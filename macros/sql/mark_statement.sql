{# The table has the commit. #}
{% macro mark_statement(plan, number) %}
  {{ return(tablestore.properties_statement(plan, {'tablestore.commit': number})) }}
{% endmacro %}
