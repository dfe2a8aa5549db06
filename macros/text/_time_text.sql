{#
  A TIMESTAMP as text that means the same in every session, also in the hour that autumn repeats. Its letters mean the
  same with spark.sql.legacy.timeParserPolicy=LEGACY, which knows no `x` and milliseconds only.
#}
{% macro _time_text(time) %}
  {{ return('concat(date_format(' ~ time ~ ", 'yyyy-MM-dd HH:mm:ss.'), lpad(pmod(unix_micros(" ~ time
      ~ "), 1000000), 6, '0'), replace(date_format(" ~ time ~ ", 'XXX'), 'Z', '+00:00'))") }}
{% endmacro %}
