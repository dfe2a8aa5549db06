{# The join condition for two rows with the same key. Unless the model keeps null keys, a null key matches nothing. #}
{% macro _key_match(plan, left, right) %}
  {% set parts, equals = [], ' <=> ' if plan.keeps_null_keys else ' = ' %}
  {% for column in plan.key_columns %}
    {% do parts.append(left ~ '.' ~ column.quoted ~ equals ~ right ~ '.' ~ column.quoted) %}
  {% endfor %}
  {{ return(parts | join(' and ')) }}
{% endmacro %}

{# A key column as a whole number, in the order of its values; none if it has no such number. #}
{% macro _key_position(column) %}
  {% set whole = column.type in ['tinyint', 'smallint', 'int', 'bigint']
      or (column.type.startswith('decimal') and column.type.endswith(',0)')) %}
  {% set functions = {'date': 'unix_date', 'timestamp': 'unix_micros'} %}
  {% if column.type in functions %}
    {{ return(functions[column.type] ~ '(' ~ column.quoted ~ ')') }}
  {% endif %}
  {{ return(column.quoted if whole else none) }}
{% endmacro %}

{# A key as text. dbt reads the texts `null` and nothing as null, so a character precedes it. #}
{% macro _key_text(expression) %}
  {{ return("concat(':', cast(" ~ expression ~ ' as string))') }}
{% endmacro %}

{#
  The ranges of a key column from rows of `key_range_query`, as [{first, last}] of literals; none if values of its type
  are not compared. Parts with a small gap between them are one range: at most 16 ranges are left.
#}
{% macro _key_ranges(column, rows) %}
  {% if not tablestore._key_literal(column, '', '') %}
    {{ return(none) }}
  {% endif %}
  {% set parts, ranges = [], [] %}
  {% for row in rows if row.first is not none %}
    {% do parts.append(dict(row, at=(row.first_position or 0) | int, until=(row.last_position or 0) | int)) %}
  {% endfor %}
  {% set parts = parts | sort(attribute='at') %}
  {% set span = parts[-1].until - parts[0].at if parts else 0 %}
  {% for part in parts %}
    {% if ranges and (part.at - ranges[-1].until) * 16 <= span %}
      {% do ranges[-1].update({'until': part.until, 'last': tablestore._key_literal(column, part.last, part.until)}) %}
    {% else %}
      {% do ranges.append({'until': part.until, 'first': tablestore._key_literal(column, part.first, part.at),
                           'last': tablestore._key_literal(column, part.last, part.until)}) %}
    {% endif %}
  {% endfor %}
  {{ return(ranges) }}
{% endmacro %}

{#
  A key as a literal, from its text (see `_key_text`) and its position; none for a type whose text is not exact, or has
  another order.
#}
{% macro _key_literal(column, text, position) %}
  {% set text = text[1:] %}
  {% if column.type in ['tinyint', 'smallint', 'int', 'bigint'] %}
    {{ return(text or '0') }}
  {% elif column.type == 'timestamp' %}
    {{ return('timestamp_micros(' ~ position ~ ')') }}
  {% elif column.type in ['date', 'timestamp_ntz'] or column.type.startswith('decimal') %}
    {{ return('cast(' ~ tablestore.string_literal(text) ~ ' as ' ~ column.type ~ ')') }}
  {% elif column.type == 'string' %}
    {{ return(tablestore.string_literal(text)) }}
  {% endif %}
  {{ return(none) }}
{% endmacro %}

{#
  That a stored row is where the keys of the batch are, as a part of a condition that begins with AND. It follows from
  the equality of the keys, but the statistics of data files can only be compared with literals.
#}
{% macro _in_key_ranges(plan, alias, indent=2) %}
  {% set conditions = [] %}
  {% for key in plan.key_ranges %}
    {% set name, choices = alias ~ '.' ~ key.column, [] %}
    {% for range in key.ranges %}
      {% do choices.append(name ~ ' between ' ~ range.first ~ ' and ' ~ range.last) %}
    {% endfor %}
    {% do choices.append(name ~ ' is null') if plan.keeps_null_keys %}
    {% do conditions.append(choices[0] if choices | length == 1 else '(' ~ choices | join(' or ') ~ ')') %}
  {% endfor %}
  {% set line = '\n' ~ ' ' * indent ~ 'and ' %}
  {{ return(line ~ conditions | join(line) if conditions else '') }}
{% endmacro %}
