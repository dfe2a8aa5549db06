{#
  An operator over the changes of its inputs: what its result loses and gains. One code path for each of them.

    node            what the operator is called and which states it has, for `_operator`
    shape.render    the operator itself: a query over tables, which keeps rows of a different `version` apart
    shape.identity  the columns that say which row of the result is which
    shape.hidden    those of them that are no columns of the result
    shape.expiry    how its state ages: window, gap or first (_expiry)

  In a first run all rows are +I, and the query is the operator over the tables as it is.
#}
{% macro _stateful(node, shape, inputs, subject) %}
  {% set operator = tablestore._operator(node) %}
  {% set upstreams = inputs | map(attribute='upstream') | list %}
  {% set times = upstreams | map(attribute='committed_at') | select('string') | list %}
  {% set commit = {
    'number': upstreams | map(attribute='until') | map('default', 1) | max,
    'at': tablestore._instant(times | max if times else none),
    'operator': operator,
    'marks': inputs | map(attribute='mark') | join(''),
  } %}
  {% if none in inputs | map(attribute='after') %}
    {{ return(tablestore._first_run(shape.render(inputs | map(attribute='rows') | list, shape), commit)) }}
  {% endif %}
  {% set parts, aged = [], [] %}
  {% for input in inputs %}
    {% do aged.append(dict(input, ttl=operator.states[loop.index0].ttl)) %}
    {% do parts.extend(tablestore._images(aged[-1])) %}
  {% endfor %}
  {% do parts.extend(tablestore._touched(aged, shape)) %}
  {% for input in aged %}
    {% do parts.extend(tablestore._versions(input, shape, subject)) %}
  {% endfor %}
  {% do parts.append(tablestore._cte('results', shape.render(inputs | map(attribute='table') | list, shape, '_version'))) %}
  {{ return(tablestore._later_run(parts, shape, commit)) }}
{% endmacro %}

{% macro _first_run(query, commit) %}
(
  {{ tablestore._mark('operator', commit.operator) }}
  select *, '+I' as _row_kind, cast({{ commit.number }} as bigint) as _commit, {{ commit.at }} as _committed_at
  from (
    {{ tablestore._indented(query | trim, 4) }}
  ){{ commit.marks }}
  {{ tablestore._end_mark('operator') }}
)
{%- endmacro %}

{# A row of the result before and after, where they differ. #}
{% macro _later_run(parts, shape, commit) %}
{% set row = 'struct(* except (' ~ (['_version'] + shape.hidden) | join(', ') ~ '))' %}
(
  {{ tablestore._mark('operator', commit.operator) }}
  with {{ parts | map('trim') | join(',\n') | indent(2) }},
  pairs as (
    select
      any_value({{ row }}) filter (where _version = 0) as _old,
      any_value({{ row }}) filter (where _version = 1) as _new
    from results
    {{- '\n    group by ' ~ shape.identity | join(', ') if shape.identity }}
  )
  select _row.*, _row_kind, cast({{ commit.number }} as bigint) as _commit, {{ commit.at }} as _committed_at
  from pairs
  lateral view inline(array(
    struct(if(_new is null, '-D', '-U') as _row_kind, _old as _row),
    struct(if(_old is null, '+I', '+U') as _row_kind, _new as _row)
  )) as _row_kind, _row
  where _row is not null and not ({{ tablestore._as_text('_old') }} <=> {{ tablestore._as_text('_new') }})
  {{- commit.marks }}
  {{ tablestore._end_mark('operator') }}
)
{%- endmacro %}

{# One table of the WITH. #}
{% macro _cte(name, query) %}
{{ name }} as (
  {{ tablestore._indented(query | trim, 2) }}
)
{%- endmacro %}
