{#
  The plan with the ranges of the keys in the folded batch. The keys of a small batch are read, of a large one only
  their ranges. Keys are read as text, so they are compared here only if their text has the order of their values.
#}
{% macro _with_key_ranges(plan) %}
  {% set limit, unordered, found = 1000, [], [] %}
  {% for column in plan.key_columns if not tablestore._key_position(column) and column.type != 'string' %}
    {% do unordered.append(column) %}
  {% endfor %}
  {% set keys = tablestore.query_rows(tablestore.keys_query(plan, 0 if unordered else limit)) %}
  {% set is_large = unordered or keys | length > limit %}
  {% set parts = tablestore.query_rows(tablestore.key_range_query(plan)) if is_large and keys
      else tablestore._keys_as_parts(plan, keys) %}
  {% for column in plan.key_columns if keys %}
    {% set ranges = tablestore._key_ranges(column, parts | selectattr('key_column', 'equalto', loop.index0) | list) %}
    {% do found.append({'column': column.quoted, 'ranges': ranges}) if ranges is not none
        and (ranges or plan.keeps_null_keys) %}
  {% endfor %}
  {{ return(dict(plan, batch_is_empty=keys | length == 0, key_ranges=found)) }}
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
      {% do parts.append({'key_column': number | int, 'first': texts[0], 'last': texts[-1]}) %}
    {% endif %}
  {% endfor %}
  {{ return(parts) }}
{% endmacro %}
