{# One row per table, with its metadata. An Iceberg catalog lists its views separately, see `tablestore_list_views`. #}
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

{# For dbt's own macros. dbt-spark's version returns the raw rows of DESCRIBE, which those macros cannot read. #}
{% macro tablestore__get_columns_in_relation(relation) %}
  {{ return(adapter.get_columns_in_relation(relation)) }}
{% endmacro %}

{# How many rows the current snapshot of an Iceberg table marks as deleted, from its summary; no row for a table without one. #}
{% macro tablestore_deleted_rows(relation) %}
  {{ return(run_query("select coalesce(s.summary['total-position-deletes'], '0') as deleted from " ~ relation ~ ".snapshots as s join "
      ~ relation ~ ".refs as r on r.snapshot_id = s.snapshot_id where r.name = 'main'")) }}
{% endmacro %}

{# The size of a Delta table on disk, which DESCRIBE EXTENDED does not show. #}
{% macro tablestore_describe_detail(relation) %}
  {{ return(run_query('describe detail ' ~ relation)) }}
{% endmacro %}
