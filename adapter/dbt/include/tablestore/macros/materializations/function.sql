{# Spark's SQL function: RETURN and an expression; arguments may have defaults. #}
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
