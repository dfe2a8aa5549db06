{#
  The rows of a history of versions that were valid at a time: `dbt_valid_from` is not after it, and `dbt_valid_to` is
  after it or null. It reads dbt's snapshots too. Of a history with `system_time`, it has the rows that were known at
  another time: those of now, if no time is given. A history's table records the names of its columns; those of a view,
  a snapshot, a query or a common table expression are dbt's, if they are not given.
#}
{% macro as_of(relation, timestamp, valid_from=none, valid_to=none, is_deleted=none, system_time=none,
               system_from=none, system_to=none) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% set example = "as_of(ref('customer_history'), '2026-01-31 12:00:00')" %}
  {% if timestamp is none or timestamp is undefined or timestamp is boolean %}
    {% do tablestore.fail('as_of', ['timestamp: there is none; write ' ~ example]) %}
  {% endif %}
  {% set problems = [] %}
  {% set time = tablestore._time_of_as_of('timestamp', timestamp, problems) %}
  {% set known = tablestore._time_of_as_of('system_time', system_time, problems) if system_time is not none else none %}
  {% do tablestore.fail('as_of', problems) %}
  {% set stored = tablestore._stored_relation(relation) %}
  {% set own = tablestore._recorded_names_of_versions(stored) if stored else {} %}
  {% set from, to = tablestore._quoted([valid_from or own.dbt_valid_from or 'dbt_valid_from',
      valid_to or own.dbt_valid_to or 'dbt_valid_to']) %}
  {% set time = tablestore._without_zone(time, stored, from) if time.startswith('timestamp ') else time %}
  {% set conditions = [from ~ ' <= ' ~ time, '(' ~ to ~ ' > ' ~ time ~ ' or ' ~ to ~ ' is null)'] %}
  {% set replaced = system_to or own.dbt_system_to or 'dbt_system_to' %}
  {% set from, to = tablestore._quoted([system_from or own.dbt_system_from or 'dbt_system_from', replaced]) %}
  {% if known %}
    {% do conditions.extend([from ~ ' <= ' ~ known, '(' ~ to ~ ' > ' ~ known ~ ' or ' ~ to ~ ' is null)']) %}
  {% elif system_to or own.dbt_system_to or (stored and tablestore._has_system_time(stored)) %}
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

{# The names of a history's own columns, as its table records them: dbt's name -> its own. Empty for any other table. #}
{% macro _recorded_names_of_versions(relation) %}
  {% set properties = tablestore.table_properties(tablestore._bare_relation(relation)) %}
  {% set definition = fromjson(properties.get('tablestore.definition', '{}')) %}
  {% if not definition.scd_type %}
    {{ return({}) }}
  {% endif %}
  {# all have those of the validity; the last two are those of system_time, see `_names_of_versions` #}
  {% set own = definition.snapshot_meta_column_names.split(', ') %}
  {% set names = {'dbt_valid_from': own[2], 'dbt_valid_to': own[3]} %}
  {{ return(dict(names, dbt_system_from=own[-2], dbt_system_to=own[-1]) if definition.system_time else names) }}
{% endmacro %}

{# Whether a view or a snapshot has the column with the times of commits. #}
{% macro _has_system_time(relation) %}
  {% set names = tablestore._relation_columns(relation, 'as_of') | map(attribute='name') | map('lower') | list %}
  {{ return('dbt_system_to' in names) }}
{% endmacro %}

{# A time with a zone, as it is in that of the session where the column of the table is a TIMESTAMP_NTZ. #}
{% macro _without_zone(time, stored, column) %}
  {% set columns = tablestore._columns(tablestore._relation_columns(stored, 'as_of')) if stored else [] %}
  {% set types = columns | selectattr('quoted', 'equalto', column) | map(attribute='type') | map('lower') | list %}
  {{ return('cast(' ~ time ~ ' as timestamp_ntz)' if types == ['timestamp_ntz'] else time) }}
{% endmacro %}

{#
  A time of `as_of` as SQL: a point in time, a number, or an expression. Without a time zone it is a TIMESTAMP_NTZ,
  which Spark converts for a TIMESTAMP. A TIMESTAMP would convert the times of a TIMESTAMP_NTZ, and in spring an hour of
  these does not exist in the session's zone.
#}
{% macro _time_of_as_of(argument, given, problems) %}
  {% if tablestore._is_point_in_time(given) %}
    {% set has_zone = modules.re.search('(Z|[+-]\\d\\d:\\d\\d)$', given | string) %}
    {{ return(tablestore._timestamp_literal(given | string) if has_zone
        else 'timestamp_ntz ' ~ tablestore.string_literal(given | string)) }}
  {% elif given is number and given is not boolean %}
    {{ return(given | string) }}
  {% elif modules.re.match('\\d{4}-', given | string) %}
    {% do problems.append(argument ~ ": '" ~ given ~ "' is not a point in time; write '2026-01-31 12:00:00', or"
        ~ " with a time zone, '2026-01-31 12:00:00+00:00'") %}
    {{ return(none) }}
  {% endif %}
  {{ return(tablestore._read_time(argument, given, problems)) }}
{% endmacro %}
