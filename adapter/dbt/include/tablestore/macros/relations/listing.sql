{# One row per relation: tables with all their metadata, then the names of views an Iceberg catalog lists apart. #}
{% macro tablestore__list_relations_without_caching(schema_relation) %}
  {% call statement('list_relations_without_caching', fetch_result=True) -%}
    show table extended in {{ schema_relation.without_identifier() }} like '*'
  {%- endcall %}
  {{ return(load_result('list_relations_without_caching').table) }}
{% endmacro %}

{% macro tablestore_list_views(schema_relation) %}
  {% call statement('list_views', fetch_result=True) -%}
    show views in {{ schema_relation.without_identifier() }}
  {%- endcall %}
  {{ return(load_result('list_views').table) }}
{% endmacro %}

{% macro tablestore__list_schemas(database) %}
  {% call statement('list_schemas', fetch_result=True, auto_begin=False) -%}
    show schemas{{ ' in ' ~ database if database }}
  {%- endcall %}
  {{ return(load_result('list_schemas').table) }}
{% endmacro %}

{% macro tablestore__get_columns_in_relation_raw(relation) %}
  {% call statement('get_columns_in_relation_raw', fetch_result=True) -%}
    describe extended {{ relation.render() }}
  {%- endcall %}
  {{ return(load_result('get_columns_in_relation_raw').table) }}
{% endmacro %}

{# dbt's own macros ask here; dbt-spark answers with DESCRIBE's raw rows, which no caller understands. #}
{% macro tablestore__get_columns_in_relation(relation) %}
  {{ return(adapter.get_columns_in_relation(relation)) }}
{% endmacro %}

{# Delta's size on disk, which DESCRIBE EXTENDED does not tell. #}
{% macro tablestore_describe_detail(relation) %}
  {{ return(run_query('describe detail ' ~ relation)) }}
{% endmacro %}
