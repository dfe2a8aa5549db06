{#
  The argument `on` of a join as a list of {left, right}. It takes a name, a mapping {left: right}, or a list of names,
  pairs and mappings. What cannot be read is added to `problems`.
#}
{% macro _join_keys(on, problems) %}
  {% set keys = [] %}
  {% for item in tablestore._as_list(on) %}
    {% if item is string %}
      {% do keys.append({'left': item, 'right': item}) %}
    {% elif item is mapping %}
      {% for left, right in item.items() %}
        {% do keys.append({'left': left, 'right': right}) %}
      {% endfor %}
    {% elif item is iterable and item | length == 2 %}
      {% do keys.append({'left': item[0], 'right': item[1]}) %}
    {% else %}
      {% do problems.append(
          "on: cannot read " ~ item ~ "; write a column name, a list of names, or {'left column': 'right column'}") %}
    {% endif %}
  {% endfor %}
  {% if keys | length == 0 and problems | length == 0 %}
    {% do problems.append("on: no column is given; write at least one column that must be equal on both sides") %}
  {% endif %}
  {{ return(keys) }}
{% endmacro %}

{#
  The argument `columns` of a join as a list of {side, name, alias}, or none to select all columns. An item is a column,
  of a side if it begins with `l.` or `r.`, with or without a new name: 'rate', 'r.rate', 'r.rate as fee', {'rate':
  'fee'}. The side is '' when the item has none. What cannot be read is added to `problems`.

    sides  the sides that the join selects columns from, by default the right one: it always has all columns of the left
           one
#}
{% macro _join_columns(columns, problems, sides=['r']) %}
  {% if columns is none %}
    {{ return(none) }}
  {% endif %}
  {% set selected, names = [], [] %}
  {% for source, alias in tablestore._named_columns(columns) %}
    {% set found = tablestore._read_column(source, alias) %}
    {% if not found %}
      {% do problems.append("columns: cannot read " ~ tojson(source if alias is none else {source: alias})
          ~ "; write columns, such as ['rate', {'updated_at': 'rated_at'}]; "
          ~ 'an expression belongs in a query around the join') %}
    {% elif found.side and found.side not in sides %}
      {% set selects = 'all columns' if found.side == 'l' else 'only columns' %}
      {% do problems.append("columns: '" ~ source ~ "' is not selected here: "
          ~ 'the result has ' ~ selects ~ ' of the left side') %}
    {% elif found.alias | lower in names %}
      {% do problems.append("columns: the result would have '" ~ found.alias
          ~ "' twice; give one of them a new name: {'" ~ found.name ~ "': '...'}") %}
    {% else %}
      {% do selected.append(found) %}
      {% do names.append(found.alias | lower) if found.name != '*' %}
    {% endif %}
  {% endfor %}
  {{ return(selected) }}
{% endmacro %}

{# The items as pairs of a column and its new name, none without one. #}
{% macro _named_columns(columns) %}
  {% set pairs = [] %}
  {% for item in tablestore._as_list(columns) %}
    {% for source, alias in (item.items() if item is mapping else [(item, none)]) %}
      {% do pairs.append((source, alias)) %}
    {% endfor %}
  {% endfor %}
  {{ return(pairs) }}
{% endmacro %}

{# One item as {side, name, alias}; none if it cannot be read. #}
{% macro _read_column(source, alias) %}
  {% set name = '(`(?:[^`]|``)+`|[^\\s`\'",;()\\[\\]+*/%<>=|&^~!]+)' %}
  {% set pattern = '(?i)(?:([lr])\\.)?(?:(\\*)|' ~ name ~ ('(?:\\s+as\\s+' ~ name ~ ')?' if alias is none) ~ ')$' %}
  {% set match = modules.re.match(pattern, source.strip()) if source is string else none %}
  {% if not match or (alias is not none and (match.group(2) or alias is not string or not alias.strip())) %}
    {{ return(none) }}
  {% endif %}
  {% set column = tablestore._unquoted(match.group(2) or match.group(3)) %}
  {% set new = match.group(4) if alias is none and match.group(4) else alias %}
  {{ return({
    'side': (match.group(1) or '') | lower, 'name': column, 'alias': tablestore._unquoted(new) if new else column,
  }) }}
{% endmacro %}
