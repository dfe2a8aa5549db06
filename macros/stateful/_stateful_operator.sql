{#
  The changes of an operator's result when its inputs change. All stateful operators are built by this macro.

    node      the operator for its annotation, see `_operator_states`
    operator  its query, see `_operator_schema`
    inputs    its inputs, see `operator_input`

  In the first run the query is the operator over the tables as they are, and every row is +I. Later runs compute the
  operator twice over the rows that a change can affect, as they were (version 0) and as they are (version 1), and
  return the difference. If an operator has a TTL, they do so for each step of the run, see `_steps`.
#}
{% macro _stateful_operator(node, operator, inputs, subject) %}
  {% set operator = tablestore._record('operator', tablestore._operator_schema(), operator) %}
  {% set annotated, upstreams = tablestore._operator_states(node), inputs | map(attribute='upstream') | list %}
  {% set times = upstreams | map(attribute='committed_at') | select('string') | list %}
  {% set source = {
    'commit': upstreams | map(attribute='until') | map('default', 1) | sum,
    'committed_at': tablestore._timestamp_literal(times | max if times else none),
    'begin': tablestore._annotation('operator', annotated),
    'end': inputs | map(attribute='annotation') | join('') ~ '\n  ' ~ tablestore._annotation('operator end'),
  } %}
  {% set tables = [] %}
  {% for input in inputs %}
    {% do tables.append(tablestore._side_rows(input, input.rows)) %}
  {% endfor %}
  {% set query = operator.render(tables, operator.parameters) %}
  {% set lasting = [] %}
  {% for input in inputs %}
    {% do lasting.append(dict(input, ttl=annotated.states[loop.index0].ttl)) %}
  {% endfor %}
  {% do tablestore._cannot_read(subject, tablestore._operator_input_problems(lasting)) %}
  {% if none in inputs | map(attribute='after') %}
    {{ return(tablestore._first_run(query, source)) }}
  {% endif %}
  {% set steps = tablestore._steps(lasting, subject) if lasting | selectattr('ttl') | list else none %}
  {% set stepped = steps or upstreams | selectattr('expires') | list %}
  {% set parts = tablestore._stepped_inputs(lasting, operator, steps, subject) if stepped
      else tablestore._net_inputs(inputs, operator) %}
  {% set versions = [] %}
  {% for input in inputs %}
    {% do versions.append(tablestore._side_rows(input, input.rows_name, '_version')) %}
  {% endfor %}
  {% set results = operator.render(versions, operator.parameters, tablestore._side_columns(inputs[0]).version) %}
  {% do parts.append(tablestore._cte('results', results)) %}
  {% set columns = tablestore._columns(tablestore.query_columns(query | trim)) %}
  {{ return(tablestore._later_run(parts, operator, columns, source, steps)) }}
{% endmacro %}

{# The keys of a stateful operator. #}
{% macro _operator_schema() %}
  {{ return({
    'render': {'type': 'macro',
      'meaning': 'a macro of (tables, parameters, version): the query of the operator; with a version column, rows of '
        ~ 'different versions stay apart, and the result has it as `_version`'},
    'parameters': {'type': 'mapping', 'meaning': 'the parameters of `render`'},
    'expiry': {'type': 'text', 'meaning': 'how its state expires: window, gap or first, see `_stepped_inputs`'},
    'identity': {'type': 'list', 'meaning': 'the columns, quoted, that identify a row of the result'},
    'hidden': {'type': 'list', 'default': [], 'meaning': 'those of them that are not in the result'},
    'normalized': {'type': 'boolean', 'default': false, 'meaning': 'whether the changes themselves are the result'},
  }) }}
{% endmacro %}

{% macro _first_run(query, source) %}
{%- set commit = 'cast(' ~ source.commit ~ ' as bigint)' %}
(
  {{ source.begin }}
  select *, '+I' as _row_kind, {{ commit }} as _commit, {{ source.committed_at }} as _committed_at
  from (
    {{ tablestore._indent(query | trim, 4) }}
  ){{ source.end }}
)
{%- endmacro %}

{# The rows of the inputs before and after all unread changes. #}
{% macro _net_inputs(inputs, operator) %}
  {% set parts = [] %}
  {% for input in inputs %}
    {% do parts.extend(tablestore._before_after_rows(input)) %}
  {% endfor %}
  {% do parts.extend(tablestore._touched_keys(inputs, operator)) %}
  {% for input in inputs %}
    {% do parts.append(tablestore._row_versions(input, operator)) %}
  {% endfor %}
  {{ return(parts) }}
{% endmacro %}

{#
  The unread changes of an input, and the row of each changed key before them (version 0) and after them (version 1). A
  commit of a keyed table changes a key once, so the changes of a single commit are those rows.
#}
{% macro _before_after_rows(input) %}
  {% set upstream, unread = input.upstream, input.name ~ '_unread' %}
  {% set one_commit = upstream.log and upstream.until - input.after == 1 %}
  {% set rows = 'select *\nfrom ' ~ tablestore._change_rows(upstream, input.after, upstream.until) %}
  {% set changes = tablestore._single_commit_rows(input, unread) if one_commit
      else tablestore._net_rows(input.primary_key, input.columns, unread, '_version', 0) %}
  {{ return([tablestore._cte(unread, rows), tablestore._cte(input.name ~ '_changes', changes)]) }}
{% endmacro %}

{% macro _single_commit_rows(input, unread) %}
select if(_row_kind in ('+I', '+U'), 1, 0) as _version, {{ input.columns | join(', ') }}
from {{ unread }}
{%- endmacro %}

{#
  The operator keys that a change touches, possibly with duplicates; an operator without a key works on all rows. A join
  uses all unread changes, which may include keys without a net change, because net changes cost more. The other
  operators use the net changes, so that other keys are not computed.
#}
{% macro _touched_keys(inputs, operator) %}
  {% set queries, source = [], '_unread' if operator.expiry == 'window' else '_changes' %}
  {% for input in inputs if input.operator_key %}
    {% set names = [] %}
    {% for column in input.operator_key %}
      {% do names.append(tablestore._quote(column) ~ ' as _key_' ~ loop.index) %}
    {% endfor %}
    {% do queries.append('select ' ~ names | join(', ') ~ '\nfrom ' ~ input.name ~ source) %}
  {% endfor %}
  {{ return([tablestore._cte('touched', queries | join('\nunion all\n'))] if queries else []) }}
{% endmacro %}

{#
  The rows that an operator reads, in both versions: the changed rows, and the unchanged rows with a touched key, which
  are the same in both.
#}
{% macro _row_versions(input, operator) %}
  {% set query %}
select _version, {{ input.columns | join(', ') }}
from {{ input.name }}_changes
{%- if not operator.normalized %}
union all
select explode(array(0, 1)) as _version, {{ input.columns | join(', ') }}
from {{ tablestore._indent(input.rows, 0) }} as stored
{%- set equals = '=' if operator.expiry == 'window' else '<=>' %}
{%- set is_changed = tablestore._columns_condition(input.primary_key, 'stored', 'changed', input.upstream.key_equals) %}
{%- if input.operator_key %}
left semi join touched on {{ tablestore._key_condition(input.operator_key, 'stored', 'touched', equals) }}
{%- endif %}
left anti join {{ input.name }}_unread as changed on {{ is_changed }}
{%- endif %}
  {%- endset %}
  {{ return(tablestore._cte(input.rows_name, query)) }}
{% endmacro %}

{#
  The rows of the result that differ before and after.

    columns  the columns of the result
    steps    the steps of the run, see `_steps`; none if all changes are one step
#}
{% macro _later_run(parts, operator, columns, source, steps) %}
{% set row = 'struct(* except (' ~ (['_version'] + operator.hidden) | join(', ') ~ '))' %}
{%- set version, step = ('_version % 2', ['_version div 2']) if steps else ('_version', []) %}
{%- set commit, committed_at = 'cast(' ~ source.commit ~ ' as bigint)', source.committed_at %}
{%- if steps %}
  {%- set commit = 'get(' ~ steps.commits ~ ', _step - 1)' %}
  {%- set committed_at = 'timestamp_micros(get(' ~ steps.times ~ ', _step - 1))' %}
{%- endif %}
(
  {{ source.begin }}
  with {{ tablestore._indent(parts | map('trim') | join(',\n'), 2) }},
  pairs as (
    select
      {%- if steps %}
      cast(_version div 2 + 1 as int) as _step,
      {%- endif %}
      any_value({{ row }}) filter (where {{ version }} = 0) as _old,
      any_value({{ row }}) filter (where {{ version }} = 1) as _new
    from results
    {{- '\n    group by ' ~ (operator.identity + step) | join(', ') if operator.identity + step }}
  )
  select _row.*, _row_kind, {{ commit }} as _commit, {{ committed_at }} as _committed_at
  from pairs
  lateral view inline(array(
    struct(if(_new is null, '-D', '-U') as _row_kind, _old as _row),
    struct(if(_old is null, '+I', '+U') as _row_kind, _new as _row)
  )) as _row_kind, _row
  where _row is not null
    and (_old is null or _new is null or {{ tablestore._differs(columns, '_old', '_new') | indent(4) }})
  {{- source.end }}
)
{%- endmacro %}
