{#
  Pairs of rows with equal keys whose left time is between right time + lower and right time + upper, both inclusive.
  Null keys and null times never match. A time that is an expression becomes a column of its side.
#}
{% macro interval_join(left, right, on, left_time, right_time, lower, upper, join_type='inner', columns=none) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% do tablestore.fail('interval_join', tablestore._missing_problems({
    'right': right, 'on': on, 'left_time': left_time, 'right_time': right_time, 'lower': lower, 'upper': upper,
  })) %}
  {% set problems = [] %}
  {% set keys = tablestore._join_keys(on, problems) %}
  {% if join_type not in ['inner', 'left', 'right', 'full'] %}
    {% do problems.append("join_type: '" ~ join_type ~ "' is not accepted; write 'inner', 'left', 'right' or 'full'") %}
  {% endif %}
  {% for name, bound in [('lower', lower), ('upper', upper)] if tablestore._interval_literal(bound) is none %}
    {% do problems.append(name ~ ": cannot read '" ~ bound ~ "'; write a duration such as '-30 seconds' or '1 h'") %}
  {% endfor %}
  {% if not problems and tablestore._duration(lower).nanoseconds > tablestore._duration(upper).nanoseconds %}
    {% do problems.append("lower: '" ~ lower ~ "' is above upper, '" ~ upper ~ "', so no pair could match; "
        ~ "write the smaller bound in lower, such as lower='-1 h', upper='1 h'") %}
  {% endif %}
  {% do problems.extend(tablestore._two_changelogs_problems(left, right)) %}
  {% set at = tablestore._timed_side(left, 'l', tablestore._read_time('left_time', left_time, problems)) %}
  {% set from = tablestore._timed_side(right, 'r', tablestore._read_time('right_time', right_time, problems)) %}
  {% set selected = tablestore._join_columns(columns, problems) %}
  {% do tablestore.fail('interval_join', problems) %}
  {# A right or full join keeps the keys of both sides, because either side may be missing. #}
  {% set shared = tablestore._shared_keys(keys) if join_type in ['inner', 'left'] else [] %}
  {% set hidden = shared + from.hidden %}
  {% set result = [tablestore._all_columns_except('l', at.hidden)] + tablestore._right_columns(selected, hidden) %}
  {% set sql -%}
(
    select {{ result | join(', ') }}
    from {{ tablestore._indent(at.rows, 4) }} as l
    {{ join_type }} join {{ tablestore._indent(from.rows, 4) }} as r
        on {% for key in keys -%}
          l.{{ tablestore._quote(key.left) }} = r.{{ tablestore._quote(key.right) }}
        and {% endfor -%}
          {{ at.time }} between {{ tablestore._shifted_time(from.time, '+', lower) }}
            and {{ tablestore._shifted_time(from.time, '+', upper) }}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{#
  One side of a join as {rows, time, hidden}: what follows FROM, the time as a column of the side, and the quoted
  columns that the result does not have. The left time is no text, so Spark compares times, whatever the right one is.
#}
{% macro _timed_side(relation, alias, time) %}
  {% set rows = tablestore._table_expression(relation) %}
  {% set is_column = not time or time.startswith('`') %}
  {% set column = alias ~ '.' ~ (time if is_column else '`__time`') %}
  {% set at = tablestore._time_not_text('interval_join', 'left_time', column) if alias == 'l' else column %}
  {% if is_column %}
    {{ return({'rows': rows, 'time': at, 'hidden': []}) }}
  {% endif %}
  {{ return({
    'rows': '(\n    select *, ' ~ time ~ ' as `__time`\n    from ' ~ tablestore._indent(rows, 4) ~ '\n)',
    'time': at, 'hidden': ['`__time`'],
  }) }}
{% endmacro %}
