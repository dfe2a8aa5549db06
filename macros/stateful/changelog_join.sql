{#
  A join of two tables that both change, updated from their changes: the rows that their commits add to the join and
  remove from it. Reads only rows whose join key a change touches.
#}
{% macro changelog_join(left, right, on, join_type='inner', columns=none, hint=none, aliases=none, consumer=none) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% do tablestore.fail('changelog_join', tablestore._missing_problems({'right': right, 'on': on})) %}
  {% set problems, relations = [], {'left': left, 'right': right} %}
  {% set keys = tablestore._join_keys(on, problems) %}
  {% if join_type not in ['inner', 'left', 'right', 'full'] %}
    {% do problems.append("join_type: '" ~ join_type ~ "' is not accepted; write 'inner', 'left', 'right' or 'full'") %}
  {% endif %}
  {% set selected = tablestore._join_columns(columns, problems) %}
  {% set names = tablestore._input_names(relations, aliases, problems) %}
  {% set hints = tablestore._read_hint(hint, names, problems) %}
  {% do tablestore.fail('changelog_join', problems) %}
  {% set given, states = [], [] %}
  {% for side, relation in relations.items() %}
    {% do given.append({'relation': relation, 'name': side, 'rows_name': side ~ '_rows', 'argument': 'on',
        'operator_key': keys | map(attribute=side) | list}) %}
    {% do states.append({'name': side ~ 'State', 'alias': names[side], 'hint': hints[side]}) %}
  {% endfor %}
  {% set inputs = tablestore._read_inputs(given, consumer, 'changelog_join') %}
  {% do tablestore.fail('changelog_join', tablestore._ambiguous_columns(inputs, keys, selected)) %}
  {% set pair = tablestore._pair_identity(inputs) %}
  {% set node = {
    'type': 'join', 'inputs': tablestore._operator_inputs(relations, names), 'states': states,
    'arguments': {'on': keys, 'join_type': join_type, 'columns': columns},
  } %}
  {{ return(tablestore.stateful_operator(node, {
    'render': tablestore._join_query, 'expiry': 'window',
    'identity': pair.values() | list, 'hidden': pair.values() | list,
    'parameters': {'on': keys, 'join_type': join_type, 'columns': selected, 'pair': pair},
  }, inputs, 'changelog_join')) }}
{% endmacro %}

{# Columns that the result of the join would have twice. #}
{% macro _ambiguous_columns(inputs, keys, selected) %}
  {% set problems, taken = [], inputs[0].columns | map('lower') | list %}
  {% if selected is none or '*' in selected | map(attribute='name') | list %}
    {% set shared = tablestore._shared_keys(keys) | map('lower') | list %}
    {% set right = inputs[1].columns | map('lower') | reject('in', shared) | list %}
  {% else %}
    {% set right = tablestore._quoted(selected | map(attribute='alias')) | map('lower') | list %}
  {% endif %}
  {% for name in right if name in taken %}
    {% do problems.append('columns: both sides have ' ~ name | replace('`', "'")
        ~ '; name the columns of the right side that you need, '
        ~ "such as columns=['amount', {'updated_at': 'paid_at'}]") %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{# The join keys that have the same name on both sides, quoted. #}
{% macro _shared_keys(keys) %}
  {% set names = [] %}
  {% for key in keys if key.left | lower == key.right | lower %}
    {% do names.append(tablestore._quote(key.left)) %}
  {% endfor %}
  {{ return(names) }}
{% endmacro %}

{#
  The primary keys of both sides, which identify a row of the join: {expression: hidden name}. Where they can be null,
  so does whether the side has a row.
#}
{% macro _pair_identity(inputs) %}
  {% set names = {} %}
  {% for input in inputs %}
    {% for key in input.primary_key %}
      {% do names.update({input.name[0] ~ '.' ~ key: '_' ~ input.name ~ '_' ~ loop.index}) %}
    {% endfor %}
    {% if input.upstream.key_equals == '<=>' %}
      {% do names.update({input.name[0] ~ '._version is not null': '_' ~ input.name ~ '_exists'}) %}
    {% endif %}
  {% endfor %}
  {{ return(names) }}
{% endmacro %}

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
{%- set versions = {'full': 'coalesce(l._version, r._version)', 'right': 'r._version'} %}
select
  {% if version -%}
  {{ versions.get(parameters.join_type, 'l._version') }} as _version,
  {% endif -%}
  {{ columns | join(',\n  ') }}
from {{ tablestore._indent(tablestore._table_expression(tables[0]), 2) }} as l
{{ parameters.join_type }} join {{ tablestore._indent(tablestore._table_expression(tables[1]), 2) }} as r
  on {% for key in parameters.on -%}
    l.{{ tablestore._quote(key.left) }} = r.{{ tablestore._quote(key.right) }}{{ ' and ' if not loop.last }}
  {%- endfor %}{{ ' and l._version = r._version' if version }}
{% endmacro %}
