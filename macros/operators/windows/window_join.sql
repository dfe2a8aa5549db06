{#
  Joins rows of two windowed relations that are in the same window and, with `on`, have equal keys. Null keys never
  match. The result has the window columns and the keys of the same name once, then the other columns of the left and
  the right side. A semi or anti join has only the columns of the left side.
#}
{% macro window_join(left, right, on=[], join_type='inner', columns=none) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% do tablestore.fail('window_join', tablestore._missing_problems({'right': right})) %}
  {% set problems = [] %}
  {% set keys = tablestore._join_keys(['window_start', 'window_end'] + tablestore._as_list(on), problems) %}
  {% set types = ['inner', 'left', 'right', 'full', 'semi', 'anti'] %}
  {% if join_type not in types %}
    {% do problems.append("join_type: '" ~ join_type ~ "' is not accepted; write '" ~ types | join("', '") ~ "'") %}
  {% endif %}
  {% set one_sided = join_type in ['semi', 'anti'] %}
  {% set selected = tablestore._join_columns(columns, problems, ['l'] if one_sided else ['l', 'r']) %}
  {% if selected == [] and not problems %}
    {% do problems.append('columns: the list is empty; write at least one column, '
        ~ 'or remove columns to select all of them') %}
  {% endif %}
  {% do problems.extend(tablestore._two_changelogs_problems(left, right)) %}
  {% do tablestore.fail('window_join', problems) %}
  {% set conditions, shared = [], ['window_start', 'window_end', 'window_time'] %}
  {% for key in keys %}
    {% do conditions.append('l.' ~ tablestore._quote(key.left) ~ ' = r.' ~ tablestore._quote(key.right)) %}
    {% do shared.append(key.left) if key.left | lower == key.right | lower and key.left not in shared %}
  {% endfor %}
  {% set sql -%}
(
    select
        {{ tablestore._window_join_columns(selected, shared, join_type) | join(',\n        ') }}
    from {{ tablestore._indent(tablestore._table_expression(left), 4) }} as l
    {{ 'left ' if one_sided }}{{ join_type }} join {{ tablestore._indent(tablestore._table_expression(right), 4) }} as r
        on {{ conditions | join('\n        and ') }}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{# The selected columns, or all of them, the shared ones once. Only inner and left joins always have a left row. #}
{% macro _window_join_columns(selected, shared, join_type) %}
  {% if selected is not none %}
    {% set columns = [] %}
    {% for column in selected %}
      {% do columns.append(tablestore._selected_column(column)) %}
    {% endfor %}
    {{ return(columns) }}
  {% elif join_type in ['semi', 'anti'] %}
    {{ return(['l.*']) }}
  {% endif %}
  {% set others = '* except (' ~ tablestore._quoted(shared) | join(', ') ~ ')' %}
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
