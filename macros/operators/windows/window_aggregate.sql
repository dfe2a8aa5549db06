{#
  Aggregates per window and group: the rows of `group by` over the window macro. A row is not copied into each of its
  windows: it is aggregated once into its slice (see _slices), and slices are combined into windows.

  An aggregate that cannot be combined (_aggregate_parts says which can), a percentile for one, makes the whole call work
  on copied rows. The result is the same.
#}
{% macro window_aggregate(relation, window, group_by, aggregates, grouping_sets=none) %}
  {% set problems = [] %}
  {% set read = tablestore._read_window(window, problems) %}
  {% set groups = tablestore._read_groups(group_by, aggregates, grouping_sets, problems) %}
  {% do tablestore._fail('window_aggregate', problems) %}
  {% set parts = {} %}
  {% for name, expression in aggregates.items() %}
    {% do parts.update({name: tablestore._aggregate_parts(name, expression)}) %}
  {% endfor %}
  {% set copied = read.type == 'session' or read.size == read.slide %}
  {% set sliced = not copied and none not in parts.values() %}
  {% set bounds = tablestore._window_bounds(read, 'any_value(' ~ ('_any_time' if sliced else read.time) ~ ')') %}
  {% set columns = bounds.columns + groups.names %}
  {% for name, expression in aggregates.items() %}
    {% do columns.append((parts[name].window if sliced else expression) ~ ' as ' ~ tablestore._quote(name)) %}
  {% endfor %}
  {% set sql -%}
(
    {{ tablestore._indent(tablestore._aggregate_input(relation, read, groups.names, parts.values() if sliced else none), 4) }}

    select
        {{ columns | join(',\n        ') }}
    from _copies
    group by {{ (bounds.grouped + groups.grouped) | join(', ') }}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{# What is grouped, as quoted names and as the rest of GROUP BY; the window's own columns are always there. #}
{% macro _read_groups(group_by, aggregates, grouping_sets, problems) %}
  {% set names = [] %}
  {% for name in tablestore._as_list(group_by) if name not in ['window_start', 'window_end', 'window_time'] %}
    {% do names.append(name) %}
  {% endfor %}
  {% if aggregates is not mapping or not aggregates %}
    {% do problems.append("aggregates: " ~ aggregates ~ " is not accepted; write {'total': 'sum(price)'}") %}
  {% else %}
    {% for name in aggregates if name in names + ['window_start', 'window_end', 'window_time'] %}
      {% do problems.append("aggregates: '" ~ name ~ "' is already a column of the result; choose another name") %}
    {% endfor %}
  {% endif %}
  {% set sets = [] %}
  {% for columns in grouping_sets or [] %}
    {% for name in tablestore._as_list(columns) if name not in names %}
      {% do problems.append("grouping_sets: '" ~ name ~ "' is not in group_by, which has " ~ (names | join(', ') or 'none')) %}
    {% endfor %}
    {% do sets.append('(' ~ tablestore._column_list(columns) ~ ')') %}
  {% endfor %}
  {% set quoted = [] %}
  {% for name in names %}
    {% do quoted.append(tablestore._quote(name)) %}
  {% endfor %}
  {{ return({
      'names': quoted, 'grouped': quoted if grouping_sets is none else ['grouping sets (' ~ sets | join(', ') ~ ')'],
  }) }}
{% endmacro %}
