{# The error that names the values that do not fit, as SQL. #}
{% macro _unfit_values(checks, options) %}
  {% set texts = [] %}
  {% for condition, text in checks %}
    {% do texts.append('if(' ~ condition ~ ', ' ~ tablestore.string_literal(text) ~ ', null)') %}
  {% endfor %}
  {{ return(tablestore._not_understood(options, "' has ', concat_ws('; ', " ~ texts | join(', ') ~ ')')) }}
{% endmacro %}
