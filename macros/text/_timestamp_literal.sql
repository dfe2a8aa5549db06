{# A point in time, given as text, as a Spark literal; null if there is none. #}
{% macro _timestamp_literal(text) %}
  {{ return('timestamp ' ~ tablestore._string_literal(text) if text else 'cast(null as timestamp)') }}
{% endmacro %}
