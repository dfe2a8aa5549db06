{#
  The join condition for the stored row `old` and the row `new` of the batch with the same key. Unless the model keeps
  null keys, a null key matches nothing.
#}
{% macro _key_match(plan) %}
  {% set parts, equals = [], ' <=> ' if plan.keeps_null_keys else ' = ' %}
  {% for column in plan.key_columns %}
    {% do parts.append('old.' ~ column.quoted ~ equals ~ 'new.' ~ column.quoted) %}
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
  The query of the keys of the folded batch, {sql, limit}: if there are no more than the limit, of each column its
  position and its text. Nothing is learned from the keys if a column has no position and a text without the order of
  its values: the limit is 0 then.
#}
{% macro _keys_query(plan) %}
  {% set columns, unordered = [], [] %}
  {% for column in plan.key_columns %}
    {% set position = tablestore._key_position(column) %}
    {% do unordered.append(column) if not position and column.type != 'string' %}
    {% do columns.append('cast(' ~ (position or 'null') ~ ' as string) as position_' ~ loop.index0) %}
    {% do columns.append(tablestore._key_text(column.quoted) ~ ' as text_' ~ loop.index0) %}
  {% endfor %}
  {% set limit = 0 if unordered else 1000 %}
  {% set sql = 'select\n  ' ~ columns | join(',\n  ') ~ '\nfrom ' ~ plan.folded_rows ~ '\nlimit ' ~ (limit + 1) %}
  {{ return({'sql': sql, 'limit': limit}) }}
{% endmacro %}

{#
  Where the keys of a batch are, see `key_ranges` of a plan.

    keys   rows of `_keys_query`
    parts  rows of `key_range_query`; none if the keys are all there
#}
{% macro _key_ranges(plan, keys, parts) %}
  {% set parts, found = tablestore._keys_as_parts(plan, keys) if parts is none else parts, [] %}
  {% for column in plan.key_columns if keys %}
    {% set of_column = parts | selectattr('key_column', 'equalto', loop.index0) | list %}
    {% set ranges = tablestore._key_ranges_of(column, of_column) %}
    {% do found.append({'column': column.quoted, 'ranges': ranges}) if ranges is not none
        and (ranges or plan.keeps_null_keys) %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}

{# Keys in the form of `key_range_query`, each a part of its own; of text only the smallest and the largest. #}
{% macro _keys_as_parts(plan, keys) %}
  {% set parts = [] %}
  {% for column in plan.key_columns %}
    {% set number = loop.index0 | string %}
    {% set texts = keys | map(attribute='text_' ~ number) | reject('none') | sort(case_sensitive=true) | list %}
    {% if tablestore._key_position(column) %}
      {% for key in keys if key['text_' ~ number] is not none %}
        {% set text, position = key['text_' ~ number], key['position_' ~ number] %}
        {% do parts.append({'key_column': number | int, 'first': text, 'last': text, 'first_position': position,
            'last_position': position}) %}
      {% endfor %}
    {% elif texts %}
      {% for text in texts if '\ufffd' in text %}
        {% do parts.append({'key_column': number | int, 'first': text, 'last': text}) %}
      {% endfor %}
      {% do parts.append({'key_column': number | int, 'first': texts[0], 'last': texts[-1]}) %}
    {% endif %}
  {% endfor %}
  {{ return(parts) }}
{% endmacro %}

{#
  The ranges of a key column from rows of `key_range_query`, as [{first, last}] of literals; none if values of its type
  are not compared. Parts with a small gap between them are one range: at most 16 ranges are left.
#}
{% macro _key_ranges_of(column, rows) %}
  {% if not tablestore._key_literal(column, '', '') %}
    {{ return(none) }}
  {% endif %}
  {% set parts, ranges = [], [] %}
  {# bytes that are no text have lost their order #}
  {% for row in rows if '\ufffd' in row.first | string or '\ufffd' in row.last | string %}
    {{ return(none) }}
  {% endfor %}
  {% for row in rows if row.first is not none %}
    {% do parts.append(dict(row, at=(row.first_position or 0) | int, until=(row.last_position or 0) | int)) %}
  {% endfor %}
  {% set parts = parts | sort(attribute='at') %}
  {% set span = parts[-1].until - parts[0].at if parts else 0 %}
  {% for part in parts %}
    {% if ranges and (part.at - ranges[-1].until) * 16 <= span %}
      {% do ranges[-1].update({'until': part.until, 'last': part.last}) %}
    {% else %}
      {% do ranges.append(part) %}
    {% endif %}
  {% endfor %}
  {% set literals = [] %}
  {% for range in ranges %}
    {% do literals.append({'first': tablestore._key_literal(column, range.first, range.at),
        'last': tablestore._key_literal(column, range.last, range.until)}) %}
  {% endfor %}
  {{ return(literals) }}
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
  The same condition, and that the stored row is where the keys of the batch are. This follows from the equality of the
  keys, but the statistics of data files can only be compared with literals.
#}
{% macro _key_match_in_ranges(plan, indent=2) %}
  {% set conditions = [] %}
  {% for key in plan.key_ranges %}
    {% set name, choices = 'old.' ~ key.column, [] %}
    {% for range in key.ranges %}
      {% do choices.append(name ~ ' between ' ~ range.first ~ ' and ' ~ range.last) %}
    {% endfor %}
    {% do choices.append(name ~ ' is null') if plan.keeps_null_keys %}
    {% do conditions.append(choices[0] if choices | length == 1 else '(' ~ choices | join(' or ') ~ ')') %}
  {% endfor %}
  {{ return(([tablestore._key_match(plan)] + conditions) | join('\n' ~ ' ' * indent ~ 'and ')) }}
{% endmacro %}
