{# A Delta table can be cloned without copying, into another Delta table; anything else becomes a view. #}
{% macro tablestore__can_clone_table() %}
  {{ return(tablestore_file_format() == 'delta') }}
{% endmacro %}

{% macro tablestore__create_or_replace_clone(this_relation, defer_relation) %}
  {# Delta refuses to replace a table that has rows by a clone, so it goes first. #}
  {%- do run_query('drop table if exists ' ~ this_relation) -%}
  create table {{ this_relation }} shallow clone {{ defer_relation }}
{% endmacro %}

{% materialization clone, adapter='tablestore' %}
  {# Where tables cannot be cloned, a clone is a view: of itself it would replace the table it reads. #}
  {%- if defer_relation and defer_relation | string == this | string -%}
    {{ log("Target relation and defer relation are the same, skipping clone for relation: " ~ this) }}
    {{ return({'relations': []}) }}
  {%- endif -%}
  {{ return(dbt.materialization_clone_default()) }}
{% endmaterialization %}
