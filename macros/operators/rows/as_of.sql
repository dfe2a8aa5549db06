{#
  The rows of a history of versions that were valid at a time: `dbt_valid_from` is not after it, and `dbt_valid_to` is
  after it or null. It reads dbt's snapshots too. Of a history with `system_time`, it has the rows that were known at
  another time: those of now, if no time is given.
#}
{% macro as_of(relation, timestamp, valid_from='dbt_valid_from', valid_to='dbt_valid_to', is_deleted=none,
               system_time=none, system_from='dbt_system_from', system_to='dbt_system_to') %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% set example = "as_of(ref('customer_history'), '2026-01-31 12:00:00')" %}
  {% if timestamp is none or timestamp is undefined or timestamp is boolean %}
    {% do tablestore.fail('as_of', ['timestamp: there is none; write ' ~ example]) %}
  {% endif %}
  {% set problems = [] %}
  {% set time = tablestore._time_of_as_of('timestamp', timestamp, problems) %}
  {% set known = tablestore._time_of_as_of('system_time', system_time, problems) if system_time is not none else none %}
  {% do tablestore.fail('as_of', problems) %}
  {% set from, to = tablestore._quoted([valid_from, valid_to]) %}
  {% set conditions = [from ~ ' <= ' ~ time, '(' ~ to ~ ' > ' ~ time ~ ' or ' ~ to ~ ' is null)'] %}
  {% set from, to = tablestore._quoted([system_from, system_to]) %}
  {% if known %}
    {% do conditions.extend([from ~ ' <= ' ~ known, '(' ~ to ~ ' > ' ~ known ~ ' or ' ~ to ~ ' is null)']) %}
  {% elif tablestore._has_system_time(relation, system_to) %}
    {% do conditions.append(to ~ ' is null') %}
  {% endif %}
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

{# Whether a stored table has the column with the times of commits; those of a common table expression are not known. #}
{% macro _has_system_time(relation, system_to) %}
  {% if relation is string or relation.is_cte %}
    {{ return(false) }}
  {% endif %}
  {% set names = tablestore._relation_columns(relation, 'as_of') | map(attribute='name') | map('lower') | list %}
  {{ return(system_to | lower in names) }}
{% endmacro %}

{# A time of `as_of` as SQL: a point in time, a number, or an expression. #}
{% macro _time_of_as_of(argument, given, problems) %}
  {% if tablestore._is_point_in_time(given) %}
    {{ return(tablestore._timestamp_literal(given | string)) }}
  {% elif given is number and given is not boolean %}
    {{ return(given | string) }}
  {% elif modules.re.match('\\d{4}-', given | string) %}
    {% do problems.append(argument ~ ": '" ~ given ~ "' is not a point in time; write '2026-01-31 12:00:00', or"
        ~ " with a time zone, '2026-01-31 12:00:00+00:00'") %}
    {{ return(none) }}
  {% endif %}
  {{ return(tablestore._read_time(argument, given, problems)) }}
{% endmacro %}
