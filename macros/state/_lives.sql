{#
  Where the state of a key ages by its writes: per key, when its present life began and when it was last written, as far
  as it was read (`_was`) and with what is read now (`_is`). A row before a change counts when the life it was in still
  goes on at the key's next write, and otherwise is forgotten, not taken back.
#}
{% macro _lives(input, expiry) %}
  {% set names, columns = [], [] %}
  {% for column in input['key'] %}
    {% do names.append('_key_' ~ loop.index) %}
    {% do columns.append(tablestore._quote(column) ~ ' as _key_' ~ loop.index) %}
  {% endfor %}
  {% set since = 'began' if expiry == 'first' else 'last' %}
  {% set unborn = 'struct(cast(null as bigint) as began, cast(null as bigint) as last)' %}
  {% set lives %}
select {{ (names + ['_was']) | join(', ') }}, {{ tablestore._life('_unread', '_was', since, input.ttl) }} as _is,
  coalesce(array_min(_unread) - _was.{{ since }} < {{ input.ttl }}, false) as _goes_on
from (
  select {{ (names + [tablestore._life('array_sort(collect_set(_at) filter (where not _new))', unborn, since, input.ttl)]) | join(', ') }} as _was,
    array_sort(collect_set(_at) filter (where _new)) as _unread
  from {{ input.name }}_writes
  {{- '\n  group by ' ~ names | join(', ') if names }}
)
  {%- endset %}
  {{ return([
    tablestore._cte(input.name ~ '_writes', tablestore._writes(input, columns)),
    tablestore._cte(input.name ~ '_lives', lives),
    tablestore._cte(input.table, tablestore._living(input)),
  ]) }}
{% endmacro %}

{# The life of a key after further writes at these times, in order. #}
{% macro _life(times, before, since, ttl) %}
  {{ return('aggregate(' ~ times ~ ', ' ~ before ~ ', (life, at) -> if(at - life.' ~ since ~ ' < ' ~ ttl
      ~ ', struct(life.began as began, at as last), struct(at as began, at as last)))') }}
{% endmacro %}

{# Every write of the touched keys. #}
{% macro _writes(input, columns) %}
select {{ (columns + input['keys']) | join(', ') }}, _commit > {{ input.after }} as _new,
  _row_kind in ('+I', '+U') as _stored, unix_millis(_committed_at) as _at
from {{ input.upstream.log }} as log
{%- if columns %}
left semi join touched on {{ tablestore._on_key(input['key'], 'log', 'touched', '<=>') }}
{%- endif %}
where _commit <= {{ input.upstream.until }}
{%- endmacro %}

{# The rows written in the present life of their key. #}
{% macro _living(input) %}
{% set keys = input['keys'] | join(', ') %}
select versions.*
from {{ input.name }}_versions as versions
join {{ input.name }}_lives as lives{{ ' on ' ~ tablestore._on_key(input['key'], 'versions', 'lives', '<=>') if input['key'] }}
join (
  select {{ keys }}, max(_at) filter (where not _new) as _was_at, max(_at) as _at
  from {{ input.name }}_writes
  where _stored
  group by {{ keys }}
) as written on {{ tablestore._on_columns(input['keys'], 'versions', 'written') }}
where if(_version = 0, _goes_on and _was_at >= _was.began, _at >= _is.began)
{%- endmacro %}
