{#
  A seed is written in one statement: its rows become a temporary view of strings, and one CREATE TABLE AS casts them.
#}
{% macro tablestore__create_csv_table(model, agate_table) %}
  {%- if target.get('method', 'session') != 'session' -%}
    {{ return(spark__create_csv_table(model, agate_table)) }}
  {%- endif -%}
  {%- if agate_table.rows | length == 0 -%}
    {{ return(tablestore_write_seed(agate_table)) }}
  {%- endif -%}
  {{ return('') }}
{% endmacro %}

{% macro tablestore__reset_csv_table(model, full_refresh, old_relation, agate_table) %}
  {%- if target.get('method', 'session') != 'session' -%}
    {{ return(spark__reset_csv_table(model, full_refresh, old_relation, agate_table)) }}
  {%- endif -%}
  {%- do tablestore._assert_no_side_table(this) -%}
  {%- do tablestore_clear_way(old_relation) -%}
  {{ return(tablestore__create_csv_table(model, agate_table)) }}
{% endmacro %}

{% macro tablestore__load_csv_rows(model, agate_table) %}
  {%- if target.get('method', 'session') != 'session' -%}
    {{ return(spark__load_csv_rows(model, agate_table)) }}
  {%- endif -%}
  {{ return(tablestore_write_seed(agate_table)) }}
{% endmacro %}

{# Runs the statement and returns its text for the compiled file. #}
{% macro tablestore_write_seed(agate_table) %}
  {%- set rows = make_temp_relation(this, '__dbt_seed') -%}
  {%- do adapter.stage_rows(rows.identifier, agate_table) -%}
  {%- set sql -%}
    {{ tablestore_create_table() }} {{ this.render() }}
    {{- tablestore_table_clauses() }}
    as
    select
      {%- for name in agate_table.column_names %}
      {{ tablestore_seed_column(agate_table, name, loop.index0) }}{{ ',' if not loop.last }}
      {%- endfor %}
    from {{ rows }}
  {%- endset -%}
  {%- call statement('_') -%}{{ sql }}{%- endcall -%}
  {{ return(sql) }}
{% endmacro %}

{% macro tablestore_seed_column(agate_table, name, index) %}
  {%- set type = model.config.get('column_types', {}).get(name) or adapter.convert_type(agate_table, index) -%}
  cast({{ adapter.quote(name) }} as {{ type }}) as {{ adapter.quote(name) }}
{%- endmacro %}
