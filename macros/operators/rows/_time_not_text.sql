{#
  A time, of which only Spark knows the type. Text ends the query: it would be compared with other text letter by
  letter, where '2024-01-05T09:00' is after '2024-01-05 10:00'. For other types, nothing of it is left in Spark's plan.
#}
{% macro _time_not_text(subject, argument, time) %}
  {% set refusal = subject ~ ': ' ~ argument ~ ' is text; write a time, such as to_timestamp(at)' %}
  {{ return('if(typeof(' ~ time ~ ") like 'string%', raise_error(" ~ tablestore.string_literal(refusal) ~ '), '
      ~ time ~ ')') }}
{% endmacro %}
