{#
  For operators whose state expires per key: when the current lifetime of each key began and when the key was last written,
  by the writes read so far (`_was`) and including the writes that are read now (`_is`). The row before a change counts if
  its lifetime continues with the next write of the key; otherwise its state has expired and it is not retracted.
#}
{% macro _key_lifetimes(input, expiry) %}
  {% set names, columns = [], [] %}
  {% for column in input.operator_key %}
    {% do names.append('_key_' ~ loop.index) %}
    {% do columns.append(tablestore._quote(column) ~ ' as _key_' ~ loop.index) %}
  {% endfor %}
  {% set since = 'began' if expiry == 'first' else 'last' %}
  {% set unborn = 'struct(cast(null as bigint) as began, cast(null as bigint) as last)' %}
  {% set lifetimes %}
select {{ (names + ['_was']) | join(', ') }}, {{ tablestore._lifetime('_unread', '_was', since, input.ttl) }} as _is,
  coalesce(array_min(_unread) - _was.{{ since }} < {{ input.ttl }}, false) as _continues
from (
  select {{ (names + [tablestore._lifetime('array_sort(collect_set(_at) filter (where not _new))', unborn, since, input.ttl)]) | join(', ') }} as _was,
    array_sort(collect_set(_at) filter (where _new)) as _unread
  from {{ input.name }}_writes
  {{- '\n  group by ' ~ names | join(', ') if names }}
)
  {%- endset %}
  {{ return([
    tablestore._cte(input.name ~ '_writes', tablestore._key_writes(input, columns)),
    tablestore._cte(input.name ~ '_lifetimes', lifetimes),
    tablestore._cte(input.rows_name, tablestore._live_rows(input)),
  ]) }}
{% endmacro %}

{# The lifetime of a key after more writes at these times, in order. #}
{% macro _lifetime(times, before, since, ttl) %}
  {{ return('aggregate(' ~ times ~ ', ' ~ before ~ ', (life, at) -> if(at - life.' ~ since ~ ' < ' ~ ttl
      ~ ', struct(life.began as began, at as last), struct(at as began, at as last)))') }}
{% endmacro %}

{# Every write of the touched keys. #}
{% macro _key_writes(input, columns) %}
select {{ (columns + input.primary_key) | join(', ') }}, _commit > {{ input.after }} as _new,
  _row_kind in ('+I', '+U') as _stored, unix_millis(_committed_at) as _at
from {{ input.upstream.log }} as log
{%- if columns %}
left semi join touched on {{ tablestore._key_condition(input.operator_key, 'log', 'touched', '<=>') }}
{%- endif %}
where _commit <= {{ input.upstream.until }}
{%- endmacro %}

{# The rows written in the current lifetime of their key. #}
{% macro _live_rows(input) %}
{% set key = input.primary_key | join(', ') %}
select versions.*
from {{ input.name }}_versions as versions
join {{ input.name }}_lifetimes as lifetimes{{ ' on ' ~ tablestore._key_condition(input.operator_key, 'versions', 'lifetimes', '<=>') if input.operator_key }}
join (
  select {{ key }}, max(_at) filter (where not _new) as _was_at, max(_at) as _at
  from {{ input.name }}_writes
  where _stored
  group by {{ key }}
) as written on {{ tablestore._columns_condition(input.primary_key, 'versions', 'written', input.upstream.key_equals) }}
where if(_version = 0, _continues and _was_at >= _was.began, _at >= _is.began)
{%- endmacro %}
