{# A Delta table can be cloned to another Delta table without a copy. In other formats a clone is a view. #}
{% macro tablestore__can_clone_table() %}
  {{ return(tablestore_file_format() == 'delta') }}
{% endmacro %}

{% macro tablestore__create_or_replace_clone(this_relation, defer_relation) %}
  {%- do tablestore.assert_no_side_table(this_relation) -%}
  {%- set parts = tablestore.clone_parts(defer_relation, this_relation) -%}
  {# Delta refuses to replace a table that has rows with a clone, so the table is dropped first. #}
  {%- do run_query('drop table if exists ' ~ this_relation) -%}
  {# A clone goes on from the last commit of its original, and not from those of a keyed table that it replaces. #}
  {%- for table in tablestore.former_tables(this_relation, tablestore.profile_side_schema()).values() -%}
    {%- do run_query('drop table if exists ' ~ table) -%}
  {%- endfor -%}
  {%- for statement in parts.copies -%}
    {%- do run_query(statement) -%}
  {%- endfor -%}
  create table {{ this_relation }} shallow clone {{ defer_relation }}{{ parts.clauses }}
{% endmacro %}

{% materialization clone, adapter='tablestore' %}
  {# If tables cannot be cloned, a clone is a view. A view of the same name would replace the table that it reads. #}
  {%- if defer_relation and defer_relation | string == this | string -%}
    {{ log("Target relation and defer relation are the same, skipping clone for relation: " ~ this) }}
    {{ return({'relations': []}) }}
  {%- endif -%}
  {%- do tablestore_assert_clonable(defer_relation) if flags.FULL_REFRESH or not load_cached_relation(this) -%}
  {{ return(dbt.materialization_clone_default()) }}
{% endmaterialization %}

{#
  Fails, before anything is dropped for a clone, if Delta refuses the format of the original. For Iceberg it asks for
  classes that are in none of the jars that tables of both formats need.
#}
{% macro tablestore_assert_clonable(original_relation) %}
  {%- set original = load_cached_relation(original_relation) if original_relation and can_clone_table() else none -%}
  {%- set format = original.table_format if original and original.is_table else none -%}
  {%- if format and format not in ['delta', 'parquet'] -%}
    {%- do tablestore.fail(model.resource_type ~ " '" ~ model.name ~ "'; nothing was changed", [
        "file_format is 'delta', and its original " ~ original ~ " has the format '" ~ format ~ "'; Delta clones "
        ~ "tables of 'delta' and 'parquet'. Build the original anew with file_format 'delta', with the profile and the "
        ~ "target of its state, or write file_format '" ~ format ~ "' here, so that the clone is a view"]) -%}
  {%- endif -%}
{% endmacro %}
