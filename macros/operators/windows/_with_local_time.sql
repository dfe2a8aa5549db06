{#
  The relation with `__local_time`, the time of a row on the wall clock: the cast converts a TIMESTAMP to the session's
  time zone and leaves a TIMESTAMP_NTZ as it is. Rows without a time are dropped. Of another type than these two, such
  as text, Spark may not be able to make a time, which is null if its ANSI mode is off.

  The cast is expensive. This is a subquery, and `__local_time` cannot be null, so that Spark does the cast once per
  row: window() tests its argument for null, and would otherwise repeat the cast for the test.
#}
{% macro _with_local_time(relation, time) %}
  {% set sql -%}
(
    select *, coalesce(cast({{ time }} as timestamp_ntz), timestamp_ntz'1970-01-01') as __local_time
    from {{ tablestore._indent(tablestore._table_expression(relation), 4) }}
    where {{ time }} is not null
      and (typeof({{ time }}) in ('timestamp', 'timestamp_ntz') or cast({{ time }} as timestamp_ntz) is not null)
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}
