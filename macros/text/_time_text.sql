{# A TIMESTAMP as text that means the same in every session, also in the hour that autumn repeats. #}
{% macro _time_text(time) %}
  {{ return('date_format(' ~ time ~ ", 'yyyy-MM-dd HH:mm:ss.SSSSSSxxx')") }}
{% endmacro %}
