{% macro tablestore__create_schema(relation) %}
  {%- call statement('create_schema') -%}
    create schema if not exists {{ relation.without_identifier() }}
  {%- endcall -%}
{% endmacro %}

{% macro tablestore__drop_schema(relation) %}
  {%- call statement('drop_schema') -%}
    drop schema if exists {{ relation.without_identifier() }} cascade
  {%- endcall -%}
{% endmacro %}

{#
  Grants are those of dbt-spark, where Spark has an extension that can read them. Without one, a warning says that they
  were not applied.
#}
{% macro tablestore__apply_grants(relation, grant_config, should_revoke=True) %}
  {%- if grant_config and adapter.tables().takes_grants(relation) -%}
    {{ return(default__apply_grants(relation, grant_config, should_revoke)) }}
  {%- elif grant_config -%}
    {%- do exceptions.warn(
        'grants of ' ~ relation ~ ' were not applied: open-source Spark has no GRANT. '
        ~ 'Remove the config, or grant in the catalog that serves these tables.') -%}
  {%- endif -%}
{% endmacro %}

{% macro tablestore__list_schemas(database) %}
  {% call statement('list_schemas', fetch_result=True, auto_begin=False) -%}
    show schemas{{ ' in ' ~ database if database }}
  {%- endcall %}
  {{ return(load_result('list_schemas').table) }}
{% endmacro %}
