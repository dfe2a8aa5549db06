{% macro tablestore__file_format_clause() %}
    using {{ tablestore_file_format() }}
{%- endmacro %}

{%- macro tablestore__create_table_as(temporary, relation, compiled_code, language='sql') -%}
  {%- if language == 'python' and temporary -%}
    {{ tablestore_python_write_batch(compiled_code, relation) }}
  {%- elif language == 'python' -%}
    {{ tablestore_python_write(compiled_code, relation) }}
  {%- elif temporary -%}
    {%- do tablestore_run_header() -%}
    {{ create_temporary_view(relation, compiled_code) }}
  {%- else -%}
    {%- do tablestore_run_header() -%}
    {%- if config.get('contract').enforced -%}
      {{ get_assert_columns_equivalent(compiled_code) }}
      {%- set compiled_code = get_select_subquery(compiled_code) -%}
    {%- endif -%}
    {%- if tablestore_has_enforced_constraints() -%}
      {{ return(tablestore_create_constrained(relation, compiled_code)) }}
    {%- endif -%}
    {{ tablestore_create_table() }} {{ relation }}
    {{- tablestore_table_clauses() }}
    as
    {{ compiled_code }}
  {%- endif -%}
{%- endmacro -%}

{% macro tablestore_create_table() %}
  {{- 'create or replace table' if tablestore_is_replaceable(tablestore_file_format()) else 'create table' -}}
{% endmacro %}

{# The clauses between a new table's name and its query. An empty value is how a model undoes that of its folder. #}
{% macro tablestore_table_clauses() %}
  {%- set clauses = [
      file_format_clause(), options_clause(), tblproperties_clause(),
      partition_cols(label='partitioned by') if config.get('partition_by') else '',
      clustered_cols(label='clustered by') if config.get('clustered_by') else '',
      location_clause(), comment_clause()] -%}
  {%- for clause in clauses | map('string') | map('trim') if clause %}
    {{ clause }}
  {%- endfor %}
{% endmacro %}

{# dbt-spark's clauses, with each text as a literal whatever it contains. #}
{% macro tablestore__tblproperties_clause() %}
  {%- if config.get('tblproperties') %}
    tblproperties ({{ tablestore_literal_pairs(config.get('tblproperties'), ' = ') }})
  {%- endif %}
{%- endmacro %}

{% macro tablestore__options_clause() %}
  {%- if config.get('file_format') == 'hudi' %}
    {{ return(spark__options_clause()) }}
  {%- elif config.get('options') %}
    options ({{ tablestore_literal_pairs(config.get('options'), ' ') }})
  {%- endif %}
{%- endmacro %}

{% macro tablestore__location_clause() %}
  {%- set root = config.get('location_root', validator=validation.any[basestring]) -%}
  {%- if root %}
    location {{ tablestore.string_literal(root ~ '/' ~ model.alias) }}
  {%- endif %}
{%- endmacro %}

{# Pairs of a mapping as literals. #}
{% macro tablestore_literal_pairs(mapping, sign) %}
  {%- set pairs = [] -%}
  {%- for name, value in mapping.items() -%}
    {%- do pairs.append(tablestore.string_literal(name) ~ sign ~ tablestore.string_literal(value)) -%}
  {%- endfor -%}
  {{ return(pairs | join(', ')) }}
{% endmacro %}

{% macro tablestore__comment_clause() %}
  {%- if config.persist_relation_docs() and model.description %}
    comment {{ tablestore.string_literal(model.description) }}
  {%- endif %}
{%- endmacro %}

{#
  Spark takes one statement at a time, so a model's header runs before its query and not as part of it: once in a run,
  whatever looks at the query first.
#}
{% macro tablestore_run_header() %}
  {%- do adapter.session().run_header(config.get('sql_header')) -%}
{% endmacro %}

{# A snapshot looks at the columns of its query before it creates anything. #}
{% macro tablestore__get_empty_subquery_sql(select_sql, select_sql_header=none) %}
  {%- do tablestore_run_header() if select_sql_header or (model is defined and model.resource_type == 'snapshot') -%}
  {{ return(default__get_empty_subquery_sql(select_sql)) }}
{% endmacro %}
