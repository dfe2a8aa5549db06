{# The message, as a SQL literal, for a result that does not fit its column. #}
{% macro _overflow_message(column, aggregate) %}
  {{ return(tablestore._string_literal('column ' ~ column.name ~ ': the ' ~ aggregate.name ~ ' does not fit ' ~ column.type
      ~ (', or cannot be divided back' if aggregate.name == 'product' else '') ~ '; give the column a wider type')) }}
{% endmacro %}
