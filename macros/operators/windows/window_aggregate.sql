{#
  Aggregates per window and group, with the result of GROUP BY over the window macro. A row is not copied into each of
  its windows: rows are aggregated into slices (see _sliced_rows), and the partial aggregates of slices into windows.

  If an aggregate cannot be computed from partial aggregates (see _two_phase_aggregate), for example a percentile, all
  aggregates of the call are computed from one copy of each row per window. The result is the same.
#}
{% macro window_aggregate(relation, window, group_by, aggregates, grouping_sets=none) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% do tablestore.fail('window_aggregate',
      tablestore._missing_problems({'window': window, 'group_by': group_by, 'aggregates': aggregates})) %}
  {% set problems = [] %}
  {% set window = tablestore._read_window(window, problems) %}
  {% set groups = tablestore._read_groups(group_by, aggregates, grouping_sets, problems) %}
  {% do problems.extend(tablestore._session_problems(relation) if window.type == 'session' else []) %}
  {% do tablestore.fail('window_aggregate', problems) %}
  {% do tablestore._warn_of_row_kinds(relation, tablestore._as_list(group_by) + aggregates.values() | list) %}
  {% set phases = {} %}
  {% for name, expression in aggregates.items() %}
    {% do phases.update({name: tablestore._two_phase_aggregate(name, expression)}) %}
  {% endfor %}
  {% set one_window_per_row = window.type == 'session' or window.size == window.slide %}
  {% set sliced = not one_window_per_row and none not in phases.values() %}
  {% set bounds = tablestore._window_bounds(window, 'any_value(' ~ ('__any_time' if sliced else window.time) ~ ')') %}
  {% set phases_by_slice = phases.values() if sliced else none %}
  {% set ctes = tablestore._window_aggregate_ctes(relation, window, groups.names, phases_by_slice) %}
  {% set columns = bounds.columns + groups.names %}
  {% for name, expression in aggregates.items() %}
    {% set value = tablestore._grouping_bits(phases[name].final if sliced else expression) %}
    {% do columns.append(value ~ ' as ' ~ tablestore._quote(name)) %}
  {% endfor %}
  {% set sql -%}
(
    {{ tablestore._indent(ctes, 4) }}

    select
        {{ columns | join(',\n        ') }}
    from _windowed
    group by {{ (bounds.group_by + groups.group_by) | join(', ') }}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{#
  Warns of changes of a keyed table or a materialized view whose row kinds nothing reads: neither an expression of the
  call, nor a query over the changes.
#}
{% macro _warn_of_row_kinds(relation, expressions) %}
  {% set rows = tablestore._table_expression(relation) %}
  {% for read in tablestore._annotations('changelog', rows)
      if read.commits and '_row_kind' not in (tablestore._without_changelogs(rows) ~ expressions | join(' ')) | lower %}
    {% do tablestore.warn('window_aggregate: tablestore.changelog(...) of ' ~ read.table ~ ' has rows before an update'
        ~ ' (-U) and deleted ones (-D), which count like new ones here: write tablestore.changelog_aggregate by'
        ~ " the window, or say what they count, such as {'n': \"sum(if(_row_kind in ('+I', '+U'), 1, -1))\"}, or"
        ~ " leave them out in a query over the changes, where _row_kind = '+I'") %}
  {% endfor %}
{% endmacro %}

{#
  The text of a query without what `changelog` has written into it, each from its first line to its annotation: that
  names row kinds for net changes, for the rows of a first read, and for a materialized view.
#}
{% macro _without_changelogs(query) %}
  {% set texts = query.split('/* tablestore.changelog ') %}
  {% set kept = [texts[-1].split('*/', 1)[-1]] %}
  {% for text in texts[:-1] %}
    {% do kept.append((text if loop.first else text.split('*/', 1)[-1]).rsplit('(\n  select *', 1)[0]) %}
  {% endfor %}
  {{ return(kept | join(' ')) }}
{% endmacro %}

{# The columns to group by besides the window: quoted `names`, and `group_by`, the items of GROUP BY. #}
{% macro _read_groups(group_by, aggregates, grouping_sets, problems) %}
  {% set names = [] %}
  {% for name in tablestore._as_list(group_by) if name not in ['window_start', 'window_end', 'window_time'] %}
    {% do names.append(name) %}
  {% endfor %}
  {% if aggregates is not mapping or not aggregates %}
    {% do problems.append("aggregates: " ~ aggregates
        ~ " is not accepted; write a mapping such as {'total': 'sum(price)'}") %}
  {% else %}
    {% set taken = names | map('lower') | list + ['window_start', 'window_end', 'window_time'] %}
    {% for name in aggregates if name | lower in taken %}
      {% do problems.append("aggregates: '" ~ name ~ "' is already a column of the result; write another name") %}
    {% endfor %}
    {% do problems.extend(tablestore._aggregate_problems(aggregates)) %}
  {% endif %}
  {% set quoted = tablestore._quoted(names) %}
  {% if grouping_sets is none %}
    {{ return({'names': quoted, 'group_by': quoted}) }}
  {% endif %}
  {{ return({'names': quoted, 'group_by': [tablestore._grouping_sets(names, grouping_sets, problems)]}) }}
{% endmacro %}

{# `grouping_sets` as an item of GROUP BY: 'cube' or 'rollup' of the columns of group_by, or a list of sets of them. #}
{% macro _grouping_sets(names, grouping_sets, problems) %}
  {% if grouping_sets is string and grouping_sets | lower in ['cube', 'rollup'] and names %}
    {{ return(grouping_sets | lower ~ ' (' ~ tablestore._quoted(names) | join(', ') ~ ')') }}
  {% elif grouping_sets is string or grouping_sets is mapping or grouping_sets is not iterable %}
    {% do problems.append("grouping_sets: '" ~ grouping_sets
        ~ "' is not accepted; write 'cube' or 'rollup' for all columns of group_by, "
        ~ "or a list of sets, such as [['supplier', 'item'], ['supplier'], []]"
        ~ ('' if names else '; group_by has no columns')) %}
    {{ return('') }}
  {% endif %}
  {% set sets = [] %}
  {% for columns in grouping_sets %}
    {% for name in tablestore._as_list(columns) if name not in names %}
      {% do problems.append("grouping_sets: '" ~ name ~ "' is not in group_by (" ~ (names | join(', ') or 'no columns')
          ~ "); add it there or remove it") %}
    {% endfor %}
    {% do sets.append('(' ~ tablestore._quoted(columns) | join(', ') ~ ')') %}
  {% endfor %}
  {{ return('grouping sets (' ~ sets | join(', ') ~ ')') }}
{% endmacro %}

{#
  An expression in which the calls of Flink's `grouping_id(a, b)`, also spelled `grouping(a, b)`, are numbers of Spark's
  `grouping(a)` and `grouping(b)`: Spark's `grouping_id` takes all columns of GROUP BY, to which the window belongs.
#}
{% macro _grouping_bits(expression) %}
  {% set result = namespace(text=expression) %}
  {% set pattern = '(?i)(\\bgrouping_id\\s*\\(\\s*([^()\\s][^()]*)\\)|\\bgrouping\\s*\\(([^(),]+,[^()]+)\\))' %}
  {% for call, of_id, of_grouping in modules.re.findall(pattern, expression) %}
    {% set columns, bits = (of_id or of_grouping).split(','), [] %}
    {% for column in columns %}
      {% set weight = 2 ** (columns | length - loop.index) %}
      {% do bits.append((weight ~ ' * ' if weight > 1) ~ 'grouping(' ~ column | trim ~ ')') %}
    {% endfor %}
    {% set result.text = result.text | replace(call, 'cast(' ~ bits | join(' + ') ~ ' as bigint)') %}
  {% endfor %}
  {{ return(result.text) }}
{% endmacro %}

{#
  The WITH clause of a window aggregate. Its last CTE `_windowed` has one row per window: of the partial aggregates of
  each slice when `aggregates` are given (see _two_phase_aggregate), else of each input row.

  All slices of a group go to the same task, which also combines them into windows: with few rows per slice there are
  more windows than rows, and windows are not shuffled this way. A task holds at most the slices of its groups, no
  matter how many rows there are.
#}
{% macro _window_aggregate_ctes(relation, window, groups, aggregates) %}
  {% if window.type == 'session' %}
    {{ return('with _windowed as ' ~ tablestore._assign_sessions(relation, window)) }}
  {% endif %}
  {% set slice = tablestore._slice_columns(window) + groups %}
  {% set distinct, columns = [], ['any_value(' ~ window.time ~ ') as __any_time'] %}
  {% for aggregate in aggregates or [] %}
    {% for name, expression in aggregate.distinct.items() %}
      {% do distinct.append(expression) %}
      {% do columns.append(expression ~ ' as ' ~ name) %}
    {% endfor %}
    {% for name, expression in aggregate.partial.items() %}
      {% do columns.append(expression ~ ' as ' ~ name) %}
    {% endfor %}
  {% endfor %}
  {% set sql -%}
with _sliced as (
    {{ tablestore._indent(tablestore._sliced_rows(relation, window), 4) }}
),
  {%- if aggregates %}

_partial_aggregates as (
    select
        {{ (slice + columns) | join(',\n        ') }}
    from _sliced
    group by {{ (slice + distinct) | unique(case_sensitive=true) | join(', ') }}
    {%- if groups %}
    distribute by {{ groups | join(', ') }}
    {%- endif %}
),
  {%- endif %}

_windowed as (
    {{ tablestore._indent(tablestore._rows_per_window('_partial_aggregates' if aggregates else '_sliced', window), 4) }}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}
