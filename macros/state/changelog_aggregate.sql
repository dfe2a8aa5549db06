{#
  GROUP BY over a table that changes, kept up by its changes. The groups a change touches are computed anew from their
  rows, so each aggregate is exact, also min, max and count(distinct ...) when rows go.
#}
{% macro changelog_aggregate(relation, group_by, aggregates, hint=none, alias=none, consumer=none) %}
  {% set problems, groups = [], tablestore._as_list(group_by) %}
  {% if aggregates is not mapping or not aggregates %}
    {% do problems.append('aggregates: ' ~ aggregates ~ " is not accepted; write {'total': 'sum(price)'}") %}
  {% else %}
    {% for name in aggregates if name | lower in groups | map('lower') | list %}
      {% do problems.append("aggregates: '" ~ name ~ "' is already a column of the result; choose another name") %}
    {% endfor %}
  {% endif %}
  {% set names = tablestore._input_names({'input': relation}, alias, problems) %}
  {% set hints = tablestore._read_hint(hint, names, problems) %}
  {% do tablestore._fail('changelog_aggregate', problems) %}
  {{ return(tablestore._one_input('changelog_aggregate', relation, consumer, {
    'type': 'group-aggregate', 'inputs': tablestore._node_inputs({'input': relation}, names),
    'arguments': {'group_by': groups, 'aggregates': aggregates},
    'states': [{'name': 'groupAggregateState', 'alias': names.input, 'hint': hints.input}],
  }, {'render': tablestore._aggregated, 'expiry': 'gap', 'argument': 'group_by', 'key': groups, 'aggregates': aggregates})) }}
{% endmacro %}

{% macro _aggregated(tables, shape, version=none) %}
{% set columns = [version] if version else [] %}
{% for name in shape.key %}
  {% do columns.append(tablestore._quote(name)) %}
{% endfor %}
{% set groups = columns | join(', ') %}
{% for name, expression in shape.aggregates.items() %}
  {% do columns.append(expression ~ ' as ' ~ tablestore._quote(name)) %}
{% endfor %}
select
  {{ columns | join(',\n  ') }}
from {{ tablestore._table(tables[0]) }}
{{ 'group by ' ~ groups if groups else 'having count(*) > 0' }}
{% endmacro %}
