{#
  Rows of two windowed relations which are in the same window and, if `on` is given, have equal keys. A null key matches
  nothing. Windows and keys of one name come out once, then the other columns of the left and of the right side.
  A semi or anti join gives the left side's columns only.
#}
{% macro window_join(left, right, on=[], join_type='inner', columns=none) %}
  {% set problems = [] %}
  {% set keys = tablestore._join_keys(on, problems) if on else [] %}
  {% set types = ['inner', 'left', 'right', 'full', 'semi', 'anti'] %}
  {% if join_type not in types %}
    {% do problems.append("join_type: '" ~ join_type ~ "' is not accepted; write " ~ types | join(', ')) %}
  {% endif %}
  {% do tablestore._fail('window_join', problems) %}
  {% set tests = ['l.window_start = r.window_start', 'l.window_end = r.window_end'] %}
  {% set shared = ['window_start', 'window_end', 'window_time'] %}
  {% for key in keys %}
    {% do tests.append('l.' ~ tablestore._quote(key.left) ~ ' = r.' ~ tablestore._quote(key.right)) %}
    {% do shared.append(key.left) if key.left == key.right %}
  {% endfor %}
  {% set sql -%}
(
    select
        {{ tablestore._window_join_columns(columns, shared, join_type) | join(',\n        ') }}
    from {{ tablestore._indent(tablestore._table_expression(left), 4) }} as l
    {{ 'left ' if join_type in ['semi', 'anti'] }}{{ join_type }} join {{ tablestore._indent(tablestore._table_expression(right), 4) }} as r
        on {{ tests | join('\n        and ') }}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{# As asked for, or everything, with the shared columns once. Only in an inner or left join is the left side always there. #}
{% macro _window_join_columns(columns, shared, join_type) %}
  {% if columns is not none %}
    {{ return(tablestore._as_list(columns)) }}
  {% elif join_type in ['semi', 'anti'] %}
    {{ return(['l.*']) }}
  {% endif %}
  {% set others = '* except (' ~ tablestore._column_list(shared) ~ ')' %}
  {% if join_type in ['inner', 'left'] %}
    {{ return(['l.*', 'r.' ~ others]) }}
  {% endif %}
  {% set merged = [] %}
  {% for name in shared %}
    {% set column = tablestore._quote(name) %}
    {% do merged.append('coalesce(l.' ~ column ~ ', r.' ~ column ~ ') as ' ~ column) %}
  {% endfor %}
  {{ return(merged + ['l.' ~ others, 'r.' ~ others]) }}
{% endmacro %}
