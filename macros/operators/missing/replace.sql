{#
  Replaces values by others, all pairs at once, so {1: 2, 2: 1} swaps. `mapping` is {from: to}, for the columns of its
  type family, or {column: {from: to}}. None means null on both sides. Columns keep their order and types.
#}
{% macro replace(relation, mapping, columns=none) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% do tablestore.fail('replace', tablestore._missing_problems({'mapping': mapping})) %}
  {% set problems = tablestore._replace_problems(mapping, columns) %}
  {% do tablestore.fail('replace', problems) %}
  {% set per_column = mapping if mapping and (mapping.values() | first) is mapping else {} %}
  {% set names = columns if columns is not none else (per_column | list if per_column else none) %}
  {% set expressions = {} %}
  {% for column in tablestore._target_columns('replace', relation, names, problems) %}
    {% set branches, pairs = [], per_column.get(column.name, {} if per_column else mapping) %}
    {% for source, target in pairs.items() %}
      {% set fits = tablestore._literal_fits(source, column.type, false)
          and tablestore._literal_fits(target, column.type, false) %}
      {% if names is not none or fits %}
        {% do branches.append(tablestore._case_branch(source, target, column, problems)) %}
      {% endif %}
    {% endfor %}
    {% if branches %}
      {% set quoted = tablestore._quote(column.name) %}
      {% set literals = (pairs | list + pairs.values() | list) | unique(case_sensitive=true) %}
      {% set branches = tablestore._literal_refusals('replace', literals, column) + branches %}
      {% do expressions.update({quoted: 'case\n    ' ~ (branches + ['else ' ~ quoted]) | join('\n    ') ~ '\nend'}) %}
    {% endif %}
  {% endfor %}
  {% do tablestore.fail('replace', problems) %}
  {{ return(tablestore._set_columns(relation, expressions)) }}
{% endmacro %}

{# One branch of the CASE expression for a column. #}
{% macro _case_branch(source, target, column, problems) %}
  {% set quoted = tablestore._quote(column.name) %}
  {% set condition = ' is null' if source is none else ' = ' ~ tablestore._typed_literal(source, column, problems) %}
  {{ return('when ' ~ quoted ~ condition ~ ' then ' ~ tablestore._typed_literal(target, column, problems)) }}
{% endmacro %}

{# The problems of `mapping`, as a list. #}
{% macro _replace_problems(mapping, columns) %}
  {% if mapping is not mapping %}
    {{ return(['mapping: ' ~ mapping ~ " is not accepted; write {from: to} or {'column': {from: to}}"]) }}
  {% endif %}
  {% set problems = [] %}
  {% set nested = mapping.values() | select('mapping') | list | length %}
  {% if nested and nested < mapping | length %}
    {% do problems.append(
        "mapping: some values are mappings and others are not; write either {from: to} or {'column': {from: to}}") %}
  {% elif nested and columns is not none and columns is not mapping %}
    {% do problems.append("columns: the mapping already names the columns; remove columns, or write {column: type}") %}
  {% endif %}
  {% for pairs in (mapping.values() | select('mapping') if nested else [mapping]) %}
    {% for source, target in pairs.items() %}
      {% set kinds = [tablestore._literal_kind(source), tablestore._literal_kind(target)] %}
      {% if none in kinds or (kinds[0] != kinds[1] and 'null' not in kinds and 'NaN' not in [source, target]) %}
        {% do problems.append(
            'mapping: ' ~ source ~ ' and ' ~ target ~ ' are of different types; '
            ~ 'write pairs of values of the same type') %}
      {% endif %}
    {% endfor %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
