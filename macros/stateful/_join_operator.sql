{#
  A join for `_stateful_operator`, of a keyed model or of a materialized view: {kind, conditions} and

    result           in a view, the items of its SELECT; the names of columns are unique there
    columns, shared  in a keyed model, the selected columns of the right side, and the keys with one name on both sides
#}
{% macro _join_operator(parameters, inputs) %}
  {% set pair = tablestore._pair_identity(inputs) %}
  {{ return({
    'render': tablestore._join_query, 'expiry': 'window', 'parameters': dict(parameters, pair=pair),
    'identity': pair.values() | list, 'hidden': pair.values() | list,
  }) }}
{% endmacro %}

{#
  The primary keys of both sides, which identify a row of the join: {expression: hidden name}. Where they can be null,
  so does whether the side has a row.
#}
{% macro _pair_identity(inputs) %}
  {% set names = {} %}
  {% for input in inputs %}
    {% set alias, columns = input.name[0], tablestore._side_columns(input) %}
    {% for key in columns.primary_key %}
      {% do names.update({alias ~ '.' ~ key: '_' ~ input.name ~ '_' ~ loop.index}) %}
    {% endfor %}
    {% if input.upstream.key_equals == '<=>' %}
      {% do names.update({alias ~ '.' ~ columns.version ~ ' is not null': '_' ~ input.name ~ '_exists'}) %}
    {% endif %}
  {% endfor %}
  {{ return(names) }}
{% endmacro %}

{# The join itself: of rows of the same version. #}
{% macro _join_query(tables, join, version=none) %}
{% set l, r = 'l.' ~ version, 'r.' ~ version %}
{% set columns = tablestore._join_items(join, version) %}
{% if version %}
  {% set either = {'full': 'coalesce(' ~ l ~ ', ' ~ r ~ ')', 'right': r}.get(join.kind, l) %}
  {% set pair = [] %}
  {% for expression, name in join.pair.items() %}
    {% do pair.append(expression ~ ' as ' ~ name) %}
  {% endfor %}
  {% set columns = [either ~ ' as _version'] + pair + columns %}
{% endif %}
select
  {{ columns | join(',\n  ') }}
from {{ tablestore._indent(tablestore._table_expression(tables[0]), 2) }} as l
{{ join.kind }} join {{ tablestore._indent(tablestore._table_expression(tables[1]), 2) }} as r
  on {{ (join.conditions + ([l ~ ' = ' ~ r] if version else [])) | join(' and ') }}
{% endmacro %}

{#
  The columns of the result. As with USING, a key with the same name on both sides is in it once. If the left row may be
  missing, it has the value of the side that is not.
#}
{% macro _join_items(join, version) %}
  {% if join.result %}
    {{ return(join.result) }}
  {% endif %}
  {% set items, hidden = [], [version] if version else [] %}
  {% set outer = join.kind in ['right', 'full'] %}
  {% for key in join.shared if outer %}
    {% do items.append('coalesce(l.' ~ key ~ ', r.' ~ key ~ ') as ' ~ key) %}
  {% endfor %}
  {% do items.append(tablestore._all_columns_except('l', hidden + (join.shared if outer else []))) %}
  {{ return(items + tablestore._right_columns(join.columns, hidden + join.shared)) }}
{% endmacro %}
