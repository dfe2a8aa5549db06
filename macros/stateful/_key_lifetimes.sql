{#
  For operators whose state expires per key: when the lifetime of each touched key began and when the key was last
  written, before each step (`_was`) and after it (`_is`). The rows before a step count if their lifetime continues with
  it; otherwise their state has expired and they are not retracted.
#}
{% macro _key_lifetimes(input, expiry, steps) %}
  {% set names, columns = [], [] %}
  {% for column in input.operator_key %}
    {% do names.append('_key_' ~ loop.index) %}
    {% do columns.append(tablestore._quote(column) ~ ' as _key_' ~ loop.index) %}
  {% endfor %}
  {% set ttl, since = input.ttl * 1000, 'began' if expiry == 'first' else 'last' %}
  {% set unborn = 'struct(cast(null as bigint) as began, cast(null as bigint) as last)' %}
  {% set earlier = 'transform(filter(_writes, write -> write._step < touched._step), write -> write._at)' %}
  {% set lifetimes %}
select *, coalesce(_now - _was.{{ since }} < {{ ttl }}, false) as _continues,
  {{ tablestore._lifetime('array(_now)', '_was', since, ttl) }} as _is
from (
  select touched.*, get({{ steps.times }}, touched._step - 1) as _now,
    {{ tablestore._lifetime("coalesce(" ~ earlier ~ ", array())", unborn, since, ttl) }} as _was
  from touched
  left join {{ input.name }}_writes as writes on {{ tablestore._equal_keys(names) }}
)
  {%- endset %}
  {% set writes %}
select {{ (columns + ['array_sort(collect_set(struct(_step, _at))) as _writes']) | join(', ') }}
from {{ input.name }}_events
{{- '\ngroup by ' ~ names | join(', ') if names }}
  {%- endset %}
  {{ return([
    tablestore._cte(input.name ~ '_writes', writes),
    tablestore._cte(input.name ~ '_lifetimes', lifetimes),
    tablestore._cte(input.rows_name, tablestore._live_rows(input)),
  ]) }}
{% endmacro %}

{# The lifetime of a key after more writes at these times, in order. #}
{% macro _lifetime(times, before, since, ttl) %}
  {{ return('aggregate(' ~ times ~ ', ' ~ before ~ ', (life, at) -> if(at - life.' ~ since ~ ' < ' ~ ttl
      ~ ', struct(life.began as began, at as last), struct(at as began, at as last)))') }}
{% endmacro %}

{# The condition that touched keys and the keys of writes are equal. #}
{% macro _equal_keys(names) %}
  {% set tests = [] %}
  {% for name in names %}
    {% do tests.append('touched.' ~ name ~ ' <=> writes.' ~ name) %}
  {% endfor %}
  {{ return(tests | join(' and ') or 'true') }}
{% endmacro %}

{# The rows written in the lifetime of their key. #}
{% macro _live_rows(input) %}
select versions.* except (_at)
from {{ input.name }}_versions as versions
join {{ input.name }}_lifetimes as lifetimes on versions._version div 2 + 1 = lifetimes._step
{{- ' and ' ~ tablestore._key_condition(input.operator_key, 'versions', 'lifetimes', '<=>') if input.operator_key }}
where if(_version % 2 = 0, _continues and _at >= _was.began, _at >= _is.began)
{%- endmacro %}
