{#
  The changes of an operator's result when its inputs change. All stateful operators are built by this macro.

    node      the operator for its annotation, see `_operator_states`
    operator  its query, see `_operator_schema`
    inputs    its inputs, see `_input_schema`

  In the first run the query is the operator over the tables as they are, and every row is +I. Later runs compute the
  operator twice over the rows that a change can affect, as they were (version 0) and as they are (version 1), and return
  the difference. If an operator has a TTL, they do so for each step of the run, see `_steps`.
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
  {% set query = operator.render(inputs | map(attribute='rows') | list, operator.parameters) %}
  {% if none in inputs | map(attribute='after') %}
    {{ return(tablestore._first_run(query, source)) }}
  {% endif %}
  {% set lasting = [] %}
  {% for input in inputs %}
    {% do lasting.append(dict(input, ttl=annotated.states[loop.index0].ttl)) %}
  {% endfor %}
  {% set steps = tablestore._steps(lasting, subject) if lasting | selectattr('ttl') | list else none %}
  {% set stepped = steps or upstreams | selectattr('expires') | list %}
  {% set parts = tablestore._stepped_inputs(lasting, operator, steps, subject) if stepped else tablestore._net_inputs(inputs, operator) %}
  {% do parts.append(tablestore._cte('results', operator.render(inputs | map(attribute='rows_name') | list, operator.parameters, '_version'))) %}
  {% set columns = tablestore._columns(tablestore._query_columns(query | trim)) %}
  {{ return(tablestore._later_run(parts, operator, columns, source, steps)) }}
{% endmacro %}

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

{% macro _first_run(query, source) %}
(
  {{ source.begin }}
  select *, '+I' as _row_kind, cast({{ source.commit }} as bigint) as _commit, {{ source.committed_at }} as _committed_at
  from (
    {{ tablestore._indent(query | trim, 4) }}
  ){{ source.end }}
)
{%- endmacro %}
