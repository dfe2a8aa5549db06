{# The name of the table property that records a commit; without a number, what the names of an epoch begin with. #}
{% macro _sealed_property(epoch, number='') %}
  {{ return('tablestore.commits.' ~ epoch ~ '.' ~ number) }}
{% endmacro %}
