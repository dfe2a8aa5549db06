{# The CREATE FUNCTION of a SQL function: RETURN and an expression. Arguments may have defaults. #}
{% macro tablestore__scalar_function_create_replace_signature_sql(target_relation) %}
  CREATE OR REPLACE FUNCTION {{ target_relation.render() }} ({{ formatted_scalar_function_args_sql() }})
  RETURNS {{ model.returns.data_type }}
  {{ scalar_function_volatility_sql() }}
{% endmacro %}

{% macro tablestore__formatted_scalar_function_args_sql() %}
  {%- set arguments = [] -%}
  {%- for argument in model.arguments -%}
    {%- set default = ' DEFAULT ' ~ argument.default_value if argument.get('default_value') is not none -%}
    {%- do arguments.append(argument.name ~ ' ' ~ argument.data_type ~ (default or '')) -%}
  {%- endfor -%}
  {{ arguments | join(', ') }}
{% endmacro %}

{% macro tablestore__scalar_function_body_sql() %}
  RETURN {{ model.compiled_code }}
{% endmacro %}

{% macro tablestore__scalar_function_volatility_sql() %}
  {%- set volatility = model.config.get('volatility') -%}
  {%- if volatility == 'deterministic' -%}
    DETERMINISTIC
  {%- elif volatility == 'non-deterministic' -%}
    NOT DETERMINISTIC
  {%- elif volatility is not none -%}
    {%- do unsupported_volatility_warning(volatility) -%}
  {%- endif -%}
{% endmacro %}

{# A table function in SQL exists in a session from the first statement that calls it. Building it checks the query. #}
{% macro tablestore__table_function_sql(target_relation) %}
  select * from {{ target_relation.identifier }}({{ tablestore_null_arguments() }}) limit 0
{% endmacro %}

{% macro tablestore_null_arguments() %}
  {%- for argument in model.arguments %}cast(null as {{ argument.data_type }}){{ ', ' if not loop.last }}{% endfor -%}
{% endmacro %}

{#
  A Python function exists in a session from the first statement that calls it (functions/calling/calls.py). Building it
  checks its file, its name, and that this session can call it. The statement does nothing; its comment is the CREATE
  FUNCTION of other warehouses.
#}
{% macro tablestore__scalar_function_python(target_relation) %}
  {{ tablestore_python_function('FUNCTION', target_relation) }}
{% endmacro %}

{% macro tablestore__table_function_python(target_relation) %}
  {{ tablestore_python_function('FUNCTION', target_relation) }}
{% endmacro %}

{% macro tablestore__aggregate_function_python(target_relation) %}
  {{ tablestore_python_function('AGGREGATE FUNCTION', target_relation) }}
{% endmacro %}

{% macro tablestore_python_function(kind, target_relation) %}
  {%- do adapter.session().bind_function(target_relation.identifier) -%}
  {%- set definition %}
  CREATE OR REPLACE {{ kind }} {{ target_relation.identifier }} ({{ formatted_scalar_function_args_sql() }})
  RETURNS {{ model.returns.data_type }}
  {{ scalar_function_volatility_sql() }}
  {{ get_function_python_options() }}
  {%- endset %}
  {#- nothing in a default or a name opens or ends the comment #}
  SELECT 1 /*{{ definition | replace('*/', '* /') | replace('/*', '/ *') }}
  */
{% endmacro %}
