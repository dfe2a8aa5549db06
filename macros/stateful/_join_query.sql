{#
  The join itself. As with USING, a key with the same name on both sides is in the result once. If the left row may be
  missing, it has the value of the side that is not.
#}
{% macro _join_query(tables, parameters, version=none) %}
{% set columns, hidden = [], [version] if version else [] %}
{% set outer = parameters.join_type in ['right', 'full'] %}
{% set shared = tablestore._shared_keys(parameters.on) if parameters.columns is none or outer else [] %}
{% for expression, name in parameters.pair.items() if version %}
  {% do columns.append(expression ~ ' as ' ~ name) %}
{% endfor %}
{% for key in shared if outer %}
  {% do columns.append('coalesce(l.' ~ key ~ ', r.' ~ key ~ ') as ' ~ key) %}
{% endfor %}
{% do columns.append(tablestore._all_columns_except('l', hidden + (shared if outer else []))) %}
{% do columns.extend(tablestore._right_columns(parameters.columns, hidden + shared)) %}
select
  {% if version -%}
  {{ 'coalesce(l._version, r._version)' if parameters.join_type == 'full' else ('r' if parameters.join_type == 'right' else 'l') ~ '._version' }} as _version,
  {% endif -%}
  {{ columns | join(',\n  ') }}
from {{ tablestore._indent(tablestore._table_expression(tables[0]), 2) }} as l
{{ parameters.join_type }} join {{ tablestore._indent(tablestore._table_expression(tables[1]), 2) }} as r
  on {% for key in parameters.on -%}
    l.{{ tablestore._quote(key.left) }} = r.{{ tablestore._quote(key.right) }}{{ ' and ' if not loop.last }}
  {%- endfor %}{{ ' and l._version = r._version' if version }}
{% endmacro %}
