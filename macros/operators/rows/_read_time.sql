{# A time argument, the name of a column or an expression, as SQL. What cannot be read is added to `problems`. #}
{% macro _read_time(argument, text, problems) %}
  {% set time = tablestore._read_expression(text) %}
  {% if time is none %}
    {% do problems.append(argument ~ ": cannot read '" ~ text
        ~ "'; write the name of a column, or an expression such as 'to_timestamp(at)' or 'current_timestamp()'") %}
  {% endif %}
  {{ return(time) }}
{% endmacro %}
