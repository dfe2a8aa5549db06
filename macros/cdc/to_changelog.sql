{#
  select * from {{ tablestore.to_changelog(ref('orders')) }}

  The changes of a table as rows with a column for the operation, for consumers that know no row kinds. Flink's
  TO_CHANGELOG. A keyed model reads each change exactly once, as with `changelog`.
#}
{% macro to_changelog(relation, op='op', op_mapping=none) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% set subject = tablestore._stream_subject('to_changelog', relation) %}
  {% set problems = [] %}
  {% set codes = tablestore._codes_by_kind(op_mapping, problems) %}
  {% if op is not string or not op.strip() %}
    {% do problems.append("op: '" ~ op ~ "' is not accepted; write a name for the column with the operation") %}
  {% endif %}
  {% do tablestore.fail(subject, problems) %}
  {% set column, branches, kinds = tablestore._quote(op), [], [] %}
  {% set is_query = relation is string and '_row_kind' in relation %}
  {% set changes = tablestore._table_expression(relation) if is_query else tablestore.changelog(relation) %}
  {% for found in ([] if is_query else tablestore._relation_columns(relation, subject))
      if found.name | lower == tablestore._unquoted(column) | lower %}
    {% do tablestore.fail(subject, ["the table has a column '" ~ found.name
        ~ "': give the one with the operation another name, op='change'"]) %}
  {% endfor %}
  {% for kind, code in codes.items() %}
    {% do kinds.append("'" ~ kind ~ "'") %}
    {% do branches.append("when '" ~ kind ~ "' then " ~ tablestore.string_literal(code)) %}
  {% endfor %}
  {% set sql -%}
(
  select
    case _row_kind {{ branches | join(' ') }} end as {{ column }},
    * except (_row_kind)
  from {{ tablestore._indent(changes, 2) }}
  {%- if kinds | length < 4 %}
  where _row_kind in ({{ kinds | join(', ') }})
  {%- endif %}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{#
  The code of each row kind, in the order of the words. Kinds that an `op_mapping` does not name have none, and their
  changes are left out. What cannot be read is added to `problems`.
#}
{% macro _codes_by_kind(op_mapping, problems) %}
  {% set words, codes = tablestore._change_words(), {} %}
  {% if op_mapping is not none and (op_mapping is not mapping or not op_mapping) %}
    {% do problems.append("op_mapping: '" ~ op_mapping ~ "' is not accepted; write {'INSERT, UPDATE_AFTER': 'upsert', "
        ~ "'DELETE': 'delete'}: " ~ words.keys() | join(', ') ~ ' on the left, codes on the right') %}
    {{ return(codes) }}
  {% endif %}
  {% set given = {} %}
  {% for names, code in (op_mapping or {}).items() %}
    {% for word in (names | string).split(',') | map('trim') | map('upper') %}
      {% if word not in words %}
        {% do problems.append(tablestore._unknown_change_word(word)) %}
      {% elif word in given %}
        {% do problems.append("op_mapping: '" ~ word ~ "' has two codes; remove one of them") %}
      {% endif %}
      {% do given.update({word: code}) %}
    {% endfor %}
  {% endfor %}
  {% for word, kind in words.items() if op_mapping is none or word in given %}
    {% do codes.update({kind: given.get(word, word)}) %}
  {% endfor %}
  {{ return(codes) }}
{% endmacro %}
