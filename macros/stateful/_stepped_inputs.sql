{#
  The rows of the inputs before and after each step of a run, for operators with a TTL and for tables whose rows expire.
  The changelog of an input records when each row was written and replaced. A row that expired from the table stays in
  the state of the operator until its key is written again, because no change removes it. If the operator has no TTL,
  all unread changes are one step. With a TTL:

    window  a join finds a row until it is as old as the TTL at the step. A changed row always counts: as in Flink, its
            retraction is forwarded even if its state has expired
    gap     the rows of a key expire when the key has not been written for the TTL
    first   the rows of a key expire when the first write of the key is as old as the TTL, whatever was written later

  The version of a row is an even number before a step and the next odd number after it.
#}
{% macro _stepped_inputs(inputs, operator, steps, subject) %}
  {% set parts, later, touched = [], [], [] %}
  {% for given in inputs %}
    {% set step = steps.numbers[loop.index0] if steps else 'if(_commit > ' ~ given.after ~ ', 1, 0)' %}
    {% set input = dict(given, step=step, first=tablestore._first_event(given, operator, steps, subject)) %}
    {% if input.upstream.expires %}
      {% do parts.extend(tablestore._held_rows(input, steps)) %}
    {% else %}
      {% do parts.append(tablestore._cte(input.name ~ '_unread', 'select *, ' ~ input.step ~ ' as _step\nfrom '
          ~ tablestore._change_rows(input.upstream, input.after, input.upstream.until))) %}
      {% do later.extend(tablestore._held_rows(input, steps, touched=true)) %}
    {% endif %}
    {% do touched.append(tablestore._touched_steps(input)) %}
    {% do later.extend(tablestore._step_versions(input, operator, steps)) %}
  {% endfor %}
  {% do parts.append(tablestore._cte('touched', touched | join('\nunion\n'))) %}
  {{ return(parts + later) }}
{% endmacro %}

{#
  The first commit whose changes are needed to find the rows of an input that an operator still has, see
  `_stepped_inputs`. Fails if the changelog begins later.

    steps  the steps of the run, see `_steps`
#}
{% macro _first_event(input, operator, steps, subject) %}
  {% set upstream = input.upstream %}
  {% if upstream.expires %}
    {{ return(1) }}
  {% elif not input.ttl %}
    {{ return(input.after + 1) }}
  {% elif operator.expiry == 'window' %}
    {{ return(tablestore._first_live_commit(input, steps, subject)) }}
  {% elif not upstream.complete %}
    {% set reason = 'when the state of a key expires depends on all its writes' %}
    {% do tablestore._cannot_read(subject, [tablestore._short_changelog(input, reason) ~ ', or set no state_ttl']) %}
  {% endif %}
  {{ return(1) }}
{% endmacro %}

{# The first commit that is younger than the TTL at the first step. #}
{% macro _first_live_commit(input, steps, subject) %}
  {% set upstream, unread = input.upstream, input.after + 1 %}
  {% if steps.first is none %}
    {{ return(unread) }}
  {% endif %}
  {% set found = tablestore.query_rows('select min(commit) as first from ' ~ upstream.history
      ~ ' where epoch = ' ~ tablestore.string_literal(upstream.epoch)
      ~ ' and committed_at > timestamp_micros(' ~ (steps.first - input.ttl * 1000) ~ ')')[0].first %}
  {% set first = unread if found is none else [found | int, unread] | min %}
  {# the rows that an adopted table had before its first commit are as old as that commit #}
  {% if first <= upstream.start or (first == 1 and not upstream.complete) %}
    {% do tablestore._cannot_read(subject, [upstream.table ~ ': its changelog begins after commit ' ~ upstream.start
        ~ ', and a state_ttl of ' ~ tablestore._duration_text(input.ttl) ~ ' needs the changes from commit ' ~ first
        ~ ' on: keep them longer, changelog_time_retained in ' ~ input.relation.identifier ~ ', '
        ~ 'and rebuild this model (--full-refresh)']) %}
  {% endif %}
  {{ return(first) }}
{% endmacro %}

{#
  The rows of an input with the steps between which the operator has them: after the step `_from` (0 for rows that were
  there before) and up to the step `_to` (null for rows that are still there). `_at` is when a row was written, in
  microseconds; it is null if the row was written before the changes that are read.

    touched  whether only rows with a touched operator key are read. If rows expire, all are read: a key that is written
             again does not retract the expired row, which may have another operator key
#}
{% macro _held_rows(input, steps, touched=false) %}
  {% set changes %}
select _step, _after, {{ input.columns | join(', ') }}, _at
from {{ input.name }}_held
lateral view inline(array(struct(_to as _step, 0 as _after), struct(_from as _step, 1 as _after))) as _step, _after
where _step > 0 and not (_from <=> _to)
  {%- endset %}
  {{ return([
    tablestore._cte(input.name ~ '_events', tablestore._row_events(input, steps, touched)),
    tablestore._cte(input.name ~ '_held', tablestore._row_spans(input)),
    tablestore._cte(input.name ~ '_changes', changes),
  ]) }}
{% endmacro %}

{# The changes of an input, each with its step and its time. #}
{% macro _row_events(input, steps, touched) %}
{% set written_at = 'unix_micros(_committed_at)' %}
{% if steps %}
  {% set written_at = 'coalesce(get(' ~ steps.times ~ ', _step - 1), ' ~ written_at ~ ')' %}
{% endif %}
select {{ input.columns | join(', ') }}, _row_kind, _commit, {{ input.step }} as _step, {{ written_at }} as _at
from {{ input.upstream.log }} as log
{%- if touched and input.operator_key %}
left semi join touched on {{ tablestore._key_condition(input.operator_key, 'log', 'touched', '<=>') }}
{%- endif %}
where _commit >= {{ input.first }} and _commit <= {{ input.upstream.until }}
{%- endmacro %}

{#
  From one change of a row to the next. A retraction whose row was written before the changes that are read contains
  that row. Without a TTL, the rows without a change are those of the table; if rows expire, all rows have changes.
#}
{% macro _row_spans(input) %}
{% set is_row = "_row_kind in ('+I', '+U')" %}
{% set changes = '(partition by ' ~ input.primary_key | join(', ') ~ ' order by _commit, ' ~ is_row ~ ')' %}
select {{ input.columns | join(', ') }}, if({{ is_row }}, _step, 0) as _from, if({{ is_row }}, _next, _step) as _to,
  if({{ is_row }}, _at, null) as _at
from (
  select *, lead(_step) over {{ changes }} as _next, lag(_step) over {{ changes }} as _previous
  from {{ input.name }}_events
)
where if({{ is_row }}, coalesce(_next > 0, true), _previous is null and _step > 0)
{%- if not input.upstream.expires and not input.ttl %}
union all
select {{ input.columns | join(', ') }}, 0 as _from, null as _to, null as _at
from {{ tablestore._indent(input.rows, 0) }} as stored
{%- set is_changed = tablestore._columns_condition(input.primary_key, 'stored', 'changed', input.upstream.key_equals) %}
left anti join {{ input.name }}_events as changed on {{ is_changed }}
{%- endif %}
{%- endmacro %}

{# The steps that change an input, with the operator keys of the changed rows. #}
{% macro _touched_steps(input) %}
  {% set columns = ['_step'] %}
  {% for column in input.operator_key %}
    {% do columns.append(tablestore._quote(column) ~ ' as _key_' ~ loop.index) %}
  {% endfor %}
  {% set changes = input.name ~ ('_changes' if input.upstream.expires else '_unread') %}
  {{ return('select distinct ' ~ columns | join(', ') ~ '\nfrom ' ~ changes) }}
{% endmacro %}

{# The rows of an input before and after the steps that touch their operator key. #}
{% macro _step_versions(input, operator, steps) %}
  {% set forgets_keys = input.ttl and operator.expiry != 'window' %}
  {% set columns = input.columns + (['_at'] if forgets_keys else []) %}
  {% set rows %}
select 2 * _step + _after - 2 as _version, {{ columns | join(', ') }}
from {{ input.name }}_changes
{%- if not operator.normalized %}
union all
select explode(array(2 * _step - 2, 2 * _step - 1)) as _version, {{ columns | join(', ') }}
from {{ input.name }}_held as held
join touched on held._from < touched._step and coalesce(touched._step < held._to, true)
{%- if input.operator_key %}
{%- set equals = '=' if operator.expiry == 'window' else '<=>' %}
  and {{ tablestore._key_condition(input.operator_key, 'held', 'touched', equals) }}
{%- endif %}
{%- if input.ttl and not forgets_keys %}
  and get({{ steps.times }}, touched._step - 1) - held._at < {{ input.ttl * 1000 }}
{%- endif %}
{%- endif %}
  {%- endset %}
  {% if forgets_keys %}
    {% set versions = tablestore._cte(input.name ~ '_versions', rows) %}
    {{ return([versions] + tablestore._key_lifetimes(input, operator.expiry, steps)) }}
  {% endif %}
  {{ return([tablestore._cte(input.rows_name, rows)]) }}
{% endmacro %}
