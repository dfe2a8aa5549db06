{#
  GROUP BY for `_stateful_operator`, of a keyed model or of a materialized view, by {groups, aggregates}: names of
  columns, and name -> expression.
#}
{% macro _aggregate_operator(parameters) %}
  {{ return({
    'render': tablestore._aggregate_query, 'expiry': 'gap', 'parameters': parameters,
    'identity': tablestore._quoted(parameters.groups),
  }) }}
{% endmacro %}

{% macro _aggregate_query(tables, parameters, version=none) %}
{% set keys = tablestore._quoted(parameters.groups) %}
{% set columns, groups = keys | list, ([version] if version else []) + keys %}
{% for name, expression in parameters.aggregates.items() %}
  {% do columns.append(expression ~ ' as ' ~ tablestore._quote(name)) %}
{% endfor %}
{% set columns = ([version ~ ('' if version == '_version' else ' as _version')] if version else []) + columns %}
select
  {{ columns | join(',\n  ') }}
from {{ tablestore._table_expression(tables[0]) }}
{{ 'group by ' ~ groups | join(', ') if groups else 'having count(*) > 0' }}
{% endmacro %}
