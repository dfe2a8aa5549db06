{#
  Each left row with the version of the right side that was valid at its time: the one with the greatest right time <=
  left time. The rows of both sides are combined and sorted once per key; each left row then takes the last version
  before it:

    key  at     side          l      r
    usd  00:01  0 (version)          {rate: 10}
    usd  00:02  1 (left row)  {...}  -> 10
    usd  00:03  0                    {rate: 20}

  A version sorts before a left row of the same time, so equal times match. The cost is one sort of both sides, no
  matter how many versions a key has.
#}
{% macro as_of_join(
    left, right, on, left_time, right_time, join_type='left', columns=none, tolerance=none, row_kind=none, condition=none
) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% do tablestore._fail('as_of_join', tablestore._missing_problems({'right': right, 'on': on, 'left_time': left_time, 'right_time': right_time})) %}
  {% set problems = [] %}
  {% set keys = tablestore._join_keys(on, problems) %}
  {% set at = tablestore._read_time('left_time', left_time, problems) %}
  {% set versions = tablestore._order_items(right_time, problems, 'right_time') %}
  {% set selected = tablestore._join_columns(columns, problems) %}
  {% do problems.extend(tablestore._as_of_problems(left_time, right_time, join_type, columns, tolerance)) %}
  {% do tablestore._fail('as_of_join', problems) %}
  {% set kind = tablestore._row_kind_column(right, row_kind) %}
  {% set shared_keys = keys | map(attribute='right') | select('in', keys | map(attribute='left') | list) | list %}
  {% set hidden = tablestore._quoted(shared_keys + ([kind] if kind else [])) %}
  {% set conditions = tablestore._as_of_conditions(tolerance, kind, condition) %}
  {% set version_columns = ['*'] if condition else tablestore._version_columns(selected, kind) %}
  {% set lookup = tablestore._as_of_lookup(left, right, keys, at, versions, kind, join_type, version_columns, tolerance is not none) %}
  {% set sql -%}
(
    select {{ (['l.*'] + tablestore._right_columns(selected, hidden)) | join(', ') }}
  {%- if join_type == 'left' and conditions %}
    from (
        select l, if({{ conditions | join(' and ') }}, r, null) as r
        from {{ tablestore._indent(lookup, 8) }}
        where l is not null
    )
  {%- else %}
    from {{ tablestore._indent(lookup, 4) }}
    where l is not null
    {%- for needed in ((conditions or ['r is not null']) if join_type == 'inner' else []) %}
        and {{ needed }}
    {%- endfor %}
  {%- endif %}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{# The problems of the arguments that are plain values, as a list. #}
{% macro _as_of_problems(left_time, right_time, join_type, columns, tolerance) %}
  {% set problems = [] %}
  {% if join_type not in ['inner', 'left'] %}
    {% do problems.append("join_type: '" ~ join_type ~ "' is not accepted; write 'inner' or 'left'") %}
  {% endif %}
  {% if tolerance is not none and tablestore._interval_literal(tolerance) is none %}
    {% do problems.append("tolerance: cannot read '" ~ tolerance ~ "'; write a duration such as '10 minutes' or '1 h'") %}
  {% endif %}
  {% if columns is none and left_time == (tablestore._as_list(right_time) | first) %}
    {% do problems.append(
        "columns: both time columns are called '" ~ left_time ~ "'; list the right columns that you need, such as "
        ~ "columns=['rate', {'" ~ left_time ~ "': 'valid_from'}]") %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}

{# The row kind column of a changelog: the given one, or `_row_kind` when the text of the right side names it. #}
{% macro _row_kind_column(right, row_kind) %}
  {% if row_kind is none and '_row_kind' in tablestore._table_expression(right) %}
    {{ return('_row_kind') }}
  {% endif %}
  {{ return(row_kind) }}
{% endmacro %}
