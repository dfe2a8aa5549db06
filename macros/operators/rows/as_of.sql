{#
  The rows of a history of versions that were valid at a time: `dbt_valid_from` is not after it, and `dbt_valid_to` is
  after it or null. It reads dbt's snapshots too.
#}
{% macro as_of(relation, timestamp, valid_from='dbt_valid_from', valid_to='dbt_valid_to', is_deleted=none) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% set example = "as_of(ref('customer_history'), '2026-01-31 12:00:00')" %}
  {% if timestamp is none or timestamp is undefined or timestamp is boolean %}
    {% do tablestore.fail('as_of', ['timestamp: there is none; write ' ~ example]) %}
  {% endif %}
  {% set problems = [] %}
  {% if tablestore._is_point_in_time(timestamp) %}
    {% set time = tablestore._timestamp_literal(timestamp | string) %}
  {% elif timestamp is number %}
    {% set time = timestamp | string %}
  {% elif modules.re.match('\\d{4}-', timestamp | string) %}
    {% do problems.append("timestamp: '" ~ timestamp ~ "' is not a point in time; write '2026-01-31 12:00:00', or"
        ~ " with a time zone, '2026-01-31 12:00:00+00:00'") %}
  {% else %}
    {% set time = tablestore._read_time('timestamp', timestamp, problems) %}
  {% endif %}
  {% do tablestore.fail('as_of', problems) %}
  {% set from, to = tablestore._quoted([valid_from, valid_to]) %}
  {% set conditions = [from ~ ' <= ' ~ time, '(' ~ to ~ ' > ' ~ time ~ ' or ' ~ to ~ ' is null)'] %}
  {% do conditions.append('not (' ~ tablestore._quote(is_deleted) ~ " <=> 'True')") if is_deleted %}
  {% set sql -%}
(
    select *
    from {{ tablestore._indent(tablestore._table_expression(relation), 4) }}
    where {{ conditions | join('\n      and ') }}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}
