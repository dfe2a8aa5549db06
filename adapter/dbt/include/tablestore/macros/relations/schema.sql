{% macro tablestore__create_schema(relation) %}
  {%- call statement('create_schema') -%}
    create schema if not exists {{ relation.without_identifier() }}
  {%- endcall -%}
{% endmacro %}

{% macro tablestore__drop_schema(relation) %}
  {%- if adapter.check_schema_exists(relation.database, relation.schema) -%}
    {# An Iceberg catalog refuses CASCADE, so the tables go first. #}
    {%- for member in adapter.list_relations_without_caching(relation.without_identifier()) -%}
      {%- do drop_relation(member) -%}
    {%- endfor -%}
    {%- call statement('drop_schema') -%}
      drop schema if exists {{ relation.without_identifier() }} cascade
    {%- endcall -%}
  {%- endif -%}
{% endmacro %}
