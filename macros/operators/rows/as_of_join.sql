{#
  Each left row with the version of the right side that was valid at its time: the greatest right time <= left time.
  Both sides are put in one line and sorted once per key; every left row then sees the last version before it:

    key  at     side          l      r
    usd  00:01  0 (version)          {rate: 10}
    usd  00:02  1 (left row)  {...}  -> 10
    usd  00:03  0                    {rate: 20}

  A version stands before a left row of the same time, so equal times match. The cost is one sort of both sides,
  however many versions a key has.
#}
{% macro as_of_join(
    left, right, on, left_time, right_time, join_type='left', columns=none, tolerance=none, row_kind=none, condition=none
) %}
  {% set problems = [] %}
  {% set keys = tablestore._join_keys(on, problems) %}
  {% set versions = tablestore._order_items(right_time, problems) %}
  {% do problems.extend(tablestore._as_of_problems(left_time, right_time, join_type, columns, tolerance)) %}
  {% do tablestore._fail('as_of_join', problems) %}
  {% set kind = tablestore._row_kind_column(right, row_kind) %}
  {% set left_out = keys | selectattr('right', 'in', keys | map(attribute='left') | list) | map(attribute='right') | list %}
  {% set tests = tablestore._as_of_conditions(left_time, versions[0].column, tolerance, kind, condition) %}
  {% set taken = ['*'] if condition else tablestore._lookup_columns(columns, kind, versions[0].column) %}
  {% set lookup = tablestore._as_of_lookup(left, right, keys, left_time, versions, kind, join_type, taken) %}
  {% set sql -%}
(
    select {{ (['l.*'] + tablestore._right_columns(columns, tablestore._quoted(left_out + ([kind] if kind else [])))) | join(', ') }}
  {%- if join_type == 'left' and tests %}
    from (
        select l, if({{ tests | join(' and ') }}, r, null) as r
        from {{ tablestore._indent(lookup, 8) }}
        where l is not null
    )
  {%- else %}
    from {{ tablestore._indent(lookup, 4) }}
    where l is not null
    {%- for test in ((tests or ['r is not null']) if join_type == 'inner' else []) %}
        and {{ test }}
    {%- endfor %}
  {%- endif %}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{# What is wrong with the plain arguments, as a list. #}
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
        "columns: both time columns are called '" ~ left_time ~ "'; name what you want of the right side, such as "
        ~ "columns=['rate', {'" ~ left_time ~ "': 'valid_from'}]") %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}

{# The column that makes the right side a changelog: as given, or `_row_kind` where the query itself speaks of it. #}
{% macro _row_kind_column(right, row_kind) %}
  {% if row_kind is none and '_row_kind' in tablestore._table_expression(right) %}
    {{ return('_row_kind') }}
  {% endif %}
  {{ return(row_kind) }}
{% endmacro %}
