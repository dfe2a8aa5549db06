{# The new name has no catalog: an Iceberg catalog would read it as a schema. #}
{% macro tablestore__rename_relation(from_relation, to_relation) %}
  {%- set kind = 'view' if from_relation.is_view else 'table' -%}
  {%- call statement('rename_relation') -%}
    alter {{ kind }} {{ from_relation }} rename to {{ to_relation.include(database=false) }}
  {%- endcall -%}
{% endmacro %}
