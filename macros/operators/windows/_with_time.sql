{#
  The relation with `_time`, its time on the wall clock: the cast takes a TIMESTAMP to the session's zone and leaves a
  TIMESTAMP_NTZ as it is. The cast is not cheap. It is done once per row because this is a query of its own, and because
  `_time` cannot be null: window() asks that of its time, and Spark would do the cast once more to answer.
#}
{% macro _with_time(relation, time) %}
  {% set sql -%}
(
    select *, coalesce(cast({{ time }} as timestamp_ntz), timestamp_ntz'1970-01-01') as _time
    from {{ tablestore._indent(tablestore._table_expression(relation), 4) }}
    where {{ time }} is not null
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}
