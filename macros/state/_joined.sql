{#
  The join itself. As with USING, a key that has the same name on both sides comes out once; where the left row may be
  missing it is the one that is there.
#}
{% macro _joined(tables, shape, version=none) %}
{% set columns = [] %}
{% set hidden = [version] if version else [] %}
{% set same = tablestore._same_keys(shape.on) if shape.columns is none or shape.type in ['right', 'full'] else [] %}
{% set apart = same if shape.type in ['right', 'full'] else [] %}
{% for expression, name in shape.pair.items() if version %}
  {% do columns.append(expression ~ ' as ' ~ name) %}
{% endfor %}
{% for key in apart %}
  {% do columns.append('coalesce(l.' ~ key ~ ', r.' ~ key ~ ') as ' ~ key) %}
{% endfor %}
{% do columns.append(tablestore._star('l', hidden + apart)) %}
{% for name, alias in tablestore._chosen(shape.columns).items() %}
  {% do columns.append('r.' ~ tablestore._quote(name) ~ ('' if alias == name else ' as ' ~ tablestore._quote(alias))) %}
{% endfor %}
{% if shape.columns is none %}
  {% do columns.append(tablestore._star('r', hidden + same)) %}
{% endif %}
select
  {% if version -%}
  {{ 'coalesce(l._version, r._version)' if shape.type == 'full' else ('r' if shape.type == 'right' else 'l') ~ '._version' }} as _version,
  {% endif -%}
  {{ columns | join(',\n  ') }}
from {{ tablestore._indented(tablestore._table(tables[0]), 2) }} as l
{{ shape.type }} join {{ tablestore._indented(tablestore._table(tables[1]), 2) }} as r
  on {% for key in shape.on -%}
    l.{{ tablestore._quote(key.left) }} = r.{{ tablestore._quote(key.right) }}{{ ' and ' if not loop.last }}
  {%- endfor %}{{ ' and l._version = r._version' if version }}
{% endmacro %}

{# The keys of the same name on both sides, quoted. #}
{% macro _same_keys(keys) %}
  {% set names = [] %}
  {% for key in keys if key.left | lower == key.right | lower %}
    {% do names.append(tablestore._quote(key.left)) %}
  {% endfor %}
  {{ return(names) }}
{% endmacro %}

{# The columns taken of the right side: {name: name in the result}. #}
{% macro _chosen(columns) %}
  {% set chosen = {} %}
  {% for item in tablestore._as_list(columns) %}
    {% do chosen.update(item if item is mapping else {item: item}) %}
  {% endfor %}
  {{ return(chosen) }}
{% endmacro %}

{% macro _star(alias, hidden) %}
  {{ return(alias ~ '.*' ~ (' except (' ~ hidden | join(', ') ~ ')' if hidden else '')) }}
{% endmacro %}
