{# The new name comes without its catalog: Iceberg's would take that for a schema. #}
{% macro tablestore__rename_relation(from_relation, to_relation) %}
  {%- call statement('rename_relation') -%}
    alter {{ 'view' if from_relation.is_view else 'table' }} {{ from_relation }} rename to {{ to_relation.include(database=false) }}
  {%- endcall -%}
{% endmacro %}
