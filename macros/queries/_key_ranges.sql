{#
  The ranges of a key column from rows of `key_range_query`, as [{first, last}] of literals; none if values of its type are
  not compared. Parts with a small gap between them are one range: at most 16 ranges are left.
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

{# A key as a literal, from its text (see `_key_text`) and its position; none for a type whose text is not exact, or has another order. #}
{% macro _key_literal(column, text, position) %}
  {% set text = text[1:] %}
  {% if column.type in ['tinyint', 'smallint', 'int', 'bigint'] %}
    {{ return(text or '0') }}
  {% elif column.type == 'timestamp' %}
    {{ return('timestamp_micros(' ~ position ~ ')') }}
  {% elif column.type in ['date', 'timestamp_ntz'] or column.type.startswith('decimal') %}
    {{ return('cast(' ~ tablestore._string_literal(text) ~ ' as ' ~ column.type ~ ')') }}
  {% elif column.type == 'string' %}
    {{ return(tablestore._string_literal(text)) }}
  {% endif %}
  {{ return(none) }}
{% endmacro %}
