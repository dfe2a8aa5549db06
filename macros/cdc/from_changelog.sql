{#
  select * from {{ tablestore.from_changelog(ref('orders_log'), op_mapping={'c, r': 'INSERT', 'u': 'UPDATE_AFTER'}) }}

  The rows of a table that has a column with the operation, as changes with `_row_kind`. Flink's FROM_CHANGELOG, which
  cannot leave out UPDATE_BEFORE yet.
#}
{% macro from_changelog(relation, op='op', op_mapping=none, error_handling='fail', error_table=none) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% set subject, skips = tablestore._stream_subject('from_changelog', relation), error_handling | lower == 'skip' %}
  {% set problems = tablestore._error_handling_problems(error_handling) %}
  {% set kinds = tablestore._kinds_by_code(op_mapping, problems) %}
  {% if op is not string or not op.strip() %}
    {% do problems.append("op: '" ~ op ~ "' is not accepted; write the name of the column with the operation") %}
  {% endif %}
  {% set errors = {'table': tablestore._error_table(error_table, skips, "error_handling='skip'",
      tablestore._compiled_keys(), problems), 'message': 'to_json(struct(*))'} %}
  {% do tablestore.fail(subject, problems) %}
  {% set column, codes, branches = tablestore._quote(op), [], [] %}
  {% for code, kind in kinds.items() %}
    {% do codes.append(tablestore.string_literal(code)) %}
    {% do branches.append('when ' ~ codes[-1] ~ " then '" ~ kind ~ "'") %}
  {% endfor %}
  {% set appended, known = tablestore._appended(relation), column ~ ' in (' ~ codes | join(', ') ~ ')' %}
  {% set operations = '\n  ' ~ tablestore._annotation('operations', {'column': op}) if appended.hidden else '' %}
  {% set advice = '; accepted are ' ~ kinds.keys() | join(', ')
      ~ ": add it to op_mapping, or leave such rows out with error_handling='skip'" %}
  {% set shown, unknown = "coalesce(concat('\\'', %s, '\\''), 'null')" % column, column ~ ' is null or not ' ~ known %}
  {% set message = tablestore.string_literal(subject ~ ': column ' ~ op ~ ' is ') ~ ', ' ~ shown ~ ', '
      ~ tablestore.string_literal(advice) %}
  {% do errors.update(reason="concat('has the unknown operation ', " ~ shown ~ ')') %}
  {% set checked = known if skips
      else tablestore._wrapped_case(['when ' ~ known ~ ' then true'], 'raise_error(concat(' ~ message ~ '))') %}
  {% set sql -%}
(
  select
    * except ({{ ([column] + appended.hidden) | join(', ') }}),
    case {{ column }} {{ branches | join(' ') }} end as _row_kind
  from {{ tablestore._indent(appended.rows, 2) ~ operations }}
  {%- if skips %}
  {{ tablestore._skipped_annotation(subject, appended.rows, appended.conditions + ['(' ~ unknown ~ ')'], errors) }}
  {%- endif %}
  where {{ (appended.conditions + [checked | indent(2)]) | join('\n    and ') }}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{# The row kind of each code of an `op_mapping`, in their order. What cannot be read is added to `problems`. #}
{% macro _kinds_by_code(op_mapping, problems) %}
  {% set words, kinds = tablestore._change_words(), {} %}
  {% if op_mapping is none %}
    {{ return(words) }}
  {% elif op_mapping is not mapping or not op_mapping %}
    {% do problems.append("op_mapping: '" ~ op_mapping ~ "' is not accepted; write {'c, r': 'INSERT', 'd': 'DELETE'}: "
        ~ 'codes on the left, ' ~ words.keys() | join(', ') ~ ' on the right') %}
    {{ return(kinds) }}
  {% endif %}
  {% for codes, word in op_mapping.items() %}
    {% set kind = words.get(word | string | upper) %}
    {% if not kind %}
      {% do problems.append(tablestore._unknown_change_word(word)) %}
    {% endif %}
    {% for code in (codes | string).split(',') | map('trim') %}
      {% if code in kinds %}
        {% do problems.append("op_mapping: '" ~ code ~ "' has two meanings; remove one of them") %}
      {% endif %}
      {% do kinds.update({code: kind}) %}
    {% endfor %}
  {% endfor %}
  {{ return(kinds) }}
{% endmacro %}

{# The problems of `error_handling`, as a list. Flink writes its values in capitals. #}
{% macro _error_handling_problems(error_handling) %}
  {% if error_handling | string | lower in ['fail', 'skip'] %}
    {{ return([]) }}
  {% endif %}
  {{ return(["error_handling: '" ~ error_handling ~ "' is not accepted; write 'fail' or 'skip'"]) }}
{% endmacro %}
