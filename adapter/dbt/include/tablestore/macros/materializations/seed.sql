{#
  A seed is written as text, which CREATE TABLE AS casts. Data frames carry any number of rows to one statement; a
  server that runs SQL only gets them as text of statements, of which the second and later ones insert.
#}
{% macro tablestore__create_csv_table(model, agate_table) %}
  {%- if agate_table.rows | length == 0 -%}
    {{ return(tablestore_write_seed(agate_table)) }}
  {%- endif -%}
  {{ return('') }}
{% endmacro %}

{% macro tablestore__reset_csv_table(model, full_refresh, old_relation, agate_table) %}
  {%- do tablestore.assert_no_side_table(this) -%}
  {%- do tablestore_clear_way(old_relation) -%}
  {{ return(tablestore__create_csv_table(model, agate_table)) }}
{% endmacro %}

{% macro tablestore__load_csv_rows(model, agate_table) %}
  {{ return(tablestore_write_seed(agate_table)) }}
{% endmacro %}

{# Runs the statements and returns the text of the first one for the compiled file. #}
{% macro tablestore_write_seed(agate_table) %}
  {%- set sources = adapter.session().stage_seed(make_temp_relation(this, '__dbt_seed').identifier, agate_table) -%}
  {#- once: to find the type of a column, all its values are looked at -#}
  {%- set columns = tablestore_seed_columns(agate_table) -%}
  {%- set create -%}
    {{ tablestore_create_table() }} {{ this.render() }}
    {{- tablestore_table_clauses() }}
    as
    select {{- columns }}
    from {{ sources[0] }}
  {%- endset -%}
  {%- call statement('_') -%}{{ create }}{%- endcall -%}
  {%- for source in sources[1:] -%}
    {%- call statement('_') -%}
      insert into {{ this.render() }} select {{- columns }}
      from {{ source }}
    {%- endcall -%}
  {%- endfor -%}
  {{ return(create) }}
{% endmacro %}

{% macro tablestore_seed_columns(agate_table) -%}
  {%- for name in agate_table.column_names %}
    {{ tablestore_seed_column(agate_table, name, loop.index0) }}{{ ',' if not loop.last }}
  {%- endfor %}
{%- endmacro %}

{% macro tablestore_seed_column(agate_table, name, index) %}
  {%- set type = model.config.get('column_types', {}).get(name) or adapter.convert_type(agate_table, index) -%}
  cast({{ adapter.quote(name) }} as {{ type }}) as {{ adapter.quote(name) }}
{%- endmacro %}
