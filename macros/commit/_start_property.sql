{# The name of the property that says that the changelog starts after a commit. #}
{% macro _start_property(epoch, number='') %}
  {{ return('tablestore.changelog-starts.' ~ epoch ~ '.' ~ number) }}
{% endmacro %}
