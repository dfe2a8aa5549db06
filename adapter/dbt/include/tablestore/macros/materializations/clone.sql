{# A Delta table can be cloned without copying its files; a clone of any other table is a view. #}
{% macro tablestore__can_clone_table() %}
  {{ return(tablestore_file_format() == 'delta') }}
{% endmacro %}

{% macro tablestore__create_or_replace_clone(this_relation, defer_relation) %}
  {# Delta cannot replace a table that has rows with a clone, so the table is dropped first. #}
  {%- do run_query('drop table if exists ' ~ this_relation) -%}
  create table {{ this_relation }} shallow clone {{ defer_relation }}
{% endmacro %}

{% materialization clone, adapter='tablestore' %}
  {# A clone that is a view of its own table would replace the table that it reads. #}
  {%- if defer_relation and defer_relation | string == this | string -%}
    {{ log("Target relation and defer relation are the same, skipping clone for relation: " ~ this) }}
    {{ return({'relations': []}) }}
  {%- endif -%}
  {{ return(dbt.materialization_clone_default()) }}
{% endmaterialization %}
