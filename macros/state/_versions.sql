{#
  The keys of the operator that a change touches, some twice; an operator without a key works on all rows. A join may
  look at more keys than change in the end, so it is spared the net changes; keys whose state has its own life are not.
#}
{% macro _touched(inputs, shape) %}
  {% set queries, source = [], '_unread' if shape.expiry == 'window' else '_changes' %}
  {% for input in inputs if input['key'] %}
    {% set names = [] %}
    {% for column in input['key'] %}
      {% do names.append(tablestore._quote(column) ~ ' as _key_' ~ loop.index) %}
    {% endfor %}
    {% do queries.append('select ' ~ names | join(', ') ~ '\nfrom ' ~ input.name ~ source) %}
  {% endfor %}
  {{ return([tablestore._cte('touched', queries | join('\nunion all\n'))] if queries else []) }}
{% endmacro %}

{#
  The rows an operator looks at, in both versions: those that changed, and those that did not and have a key which is
  touched. A row that did not change is in both.
#}
{% macro _versions(input, shape, subject) %}
  {% set alive = tablestore._alive(input, shape, subject) if input.ttl else {} %}
  {% set query %}
select _version, {{ input.columns | join(', ') }}
from {{ input.name }}_changes
{%- if not shape.normalized %}
union all
select explode(array(0, 1)) as _version, {{ input.columns | join(', ') }}
from {{ tablestore._indented(input.rows, 0) }} as stored
{%- if input['key'] %}
left semi join touched on {{ tablestore._on_key(input['key'], 'stored', 'touched', '=' if shape.expiry == 'window' else '<=>') }}
{%- endif %}
left anti join {{ input.name }}_unread as changed on {{ tablestore._on_columns(input['keys'], 'stored', 'changed') }}
{%- if alive.written %}
left semi join {{ alive.written }} as written on {{ tablestore._on_columns(input['keys'], 'stored', 'written') }}
{%- endif %}
{%- endif %}
  {%- endset %}
  {% set rows = tablestore._cte(alive.source or input.table, query) %}
  {{ return([rows] + (alive.parts or [])) }}
{% endmacro %}

{# Equality with the operator's key. #}
{% macro _on_key(columns, alias, other, equals) %}
  {% set tests = [] %}
  {% for column in columns %}
    {% do tests.append(alias ~ '.' ~ tablestore._quote(column) ~ ' ' ~ equals ~ ' ' ~ other ~ '._key_' ~ loop.index) %}
  {% endfor %}
  {{ return(tests | join(' and ')) }}
{% endmacro %}

{# Equality of columns of the same, quoted names. #}
{% macro _on_columns(columns, alias, other) %}
  {% set tests = [] %}
  {% for column in columns %}
    {% do tests.append(alias ~ '.' ~ column ~ ' = ' ~ other ~ '.' ~ column) %}
  {% endfor %}
  {{ return(tests | join(' and ')) }}
{% endmacro %}
