{#
  The changes of an operator's result when its inputs change. All stateful operators are built by this macro.

    node      the operator for its annotation, see `_operator_states`
    operator  its query, see `_operator_schema`
    inputs    its inputs, see `_input_schema`

  In the first run the query is the operator over the tables as they are, and every row is +I. Later runs compute the
  operator twice over the rows that a change can affect, as they were (version 0) and as they are (version 1), and return
  the difference.
#}
{% macro _stateful_operator(node, operator, inputs, subject) %}
  {% set operator = tablestore._record('operator', tablestore._operator_schema(), operator) %}
  {% set annotated, upstreams = tablestore._operator_states(node), inputs | map(attribute='upstream') | list %}
  {% set times = upstreams | map(attribute='committed_at') | select('string') | list %}
  {% set source = {
    'commit': upstreams | map(attribute='until') | map('default', 1) | max,
    'committed_at': tablestore._timestamp_literal(times | max if times else none),
    'begin': tablestore._annotation('operator', annotated),
    'end': inputs | map(attribute='annotation') | join('') ~ '\n  ' ~ tablestore._annotation('operator end'),
  } %}
  {% if none in inputs | map(attribute='after') %}
    {{ return(tablestore._first_run(operator.render(inputs | map(attribute='rows') | list, operator.parameters), source)) }}
  {% endif %}
  {% set parts, expiring = [], [] %}
  {% for input in inputs %}
    {% do expiring.append(dict(input, ttl=annotated.states[loop.index0].ttl)) %}
    {% do parts.extend(tablestore._before_after_rows(input)) %}
  {% endfor %}
  {% do parts.extend(tablestore._touched_keys(inputs, operator)) %}
  {% for input in expiring %}
    {% do parts.extend(tablestore._row_versions(input, operator, subject)) %}
  {% endfor %}
  {% do parts.append(tablestore._cte('results', operator.render(inputs | map(attribute='rows_name') | list, operator.parameters, '_version'))) %}
  {{ return(tablestore._later_run(parts, operator, source)) }}
{% endmacro %}

{% macro _first_run(query, source) %}
(
  {{ source.begin }}
  select *, '+I' as _row_kind, cast({{ source.commit }} as bigint) as _commit, {{ source.committed_at }} as _committed_at
  from (
    {{ tablestore._indent(query | trim, 4) }}
  ){{ source.end }}
)
{%- endmacro %}

{# The rows of the result that differ before and after. #}
{% macro _later_run(parts, operator, source) %}
{% set row = 'struct(* except (' ~ (['_version'] + operator.hidden) | join(', ') ~ '))' %}
(
  {{ source.begin }}
  with {{ parts | map('trim') | join(',\n') | indent(2) }},
  pairs as (
    select
      any_value({{ row }}) filter (where _version = 0) as _old,
      any_value({{ row }}) filter (where _version = 1) as _new
    from results
    {{- '\n    group by ' ~ operator.identity | join(', ') if operator.identity }}
  )
  select _row.*, _row_kind, cast({{ source.commit }} as bigint) as _commit, {{ source.committed_at }} as _committed_at
  from pairs
  lateral view inline(array(
    struct(if(_new is null, '-D', '-U') as _row_kind, _old as _row),
    struct(if(_old is null, '+I', '+U') as _row_kind, _new as _row)
  )) as _row_kind, _row
  where _row is not null and not ({{ tablestore._row_text('_old') }} <=> {{ tablestore._row_text('_new') }})
  {{- source.end }}
)
{%- endmacro %}
