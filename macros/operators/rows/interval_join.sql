{#
  Pairs of rows with equal keys whose left time is between right time + lower and right time + upper, both inclusive.
  Null keys and null times never match.
#}
{% macro interval_join(left, right, on, left_time, right_time, lower, upper, join_type='inner', columns=none) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% set problems = [] %}
  {% set keys = tablestore._join_keys(on, problems) %}
  {% if join_type not in ['inner', 'left', 'right', 'full'] %}
    {% do problems.append("join_type: '" ~ join_type ~ "' is not accepted; write 'inner', 'left', 'right' or 'full'") %}
  {% endif %}
  {% for name, bound in [('lower', lower), ('upper', upper)] if tablestore._interval_literal(bound) is none %}
    {% do problems.append(name ~ ": cannot read '" ~ bound ~ "'; write a duration such as '-30 seconds' or '1 h'") %}
  {% endfor %}
  {% do tablestore._fail('interval_join', problems) %}
  {# A right or full join keeps the keys of both sides, because either side may be missing. #}
  {% set left_keys = keys | map(attribute='left') | list if join_type in ['inner', 'left'] else [] %}
  {% set hidden = keys | map(attribute='right') | select('in', left_keys) | list %}
  {% set from = 'r.' ~ tablestore._quote(right_time) %}
  {% set sql -%}
(
    select {{ (['l.*'] + tablestore._right_columns(columns, tablestore._quoted(hidden))) | join(', ') }}
    from {{ tablestore._indent(tablestore._table_expression(left), 4) }} as l
    {{ join_type }} join {{ tablestore._indent(tablestore._table_expression(right), 4) }} as r
        on {% for key in keys -%}
          l.{{ tablestore._quote(key.left) }} = r.{{ tablestore._quote(key.right) }}
        and {% endfor -%}
          l.{{ tablestore._quote(left_time) }} between {{ tablestore._shifted_time(from, '+', lower) }}
            and {{ tablestore._shifted_time(from, '+', upper) }}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}
