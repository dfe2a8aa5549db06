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
    left, right, on, left_time, right_time,
    join_type='left', columns=none, tolerance=none, row_kind=none, condition=none
) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% set given = {'right': right, 'on': on, 'left_time': left_time, 'right_time': right_time} %}
  {% do tablestore.fail('as_of_join', tablestore._missing_problems(given)) %}
  {% set problems, timed = [], tolerance is not none %}
  {% set keys = tablestore._join_keys(on, problems) %}
  {% set at = tablestore._read_time('left_time', left_time, problems) %}
  {% set versions = tablestore._order_items(right_time, problems, 'right_time') %}
  {% set selected = tablestore._join_columns(columns, problems) %}
  {% do problems.extend(tablestore._as_of_problems(right, left_time, right_time, join_type, columns, tolerance)) %}
  {% do tablestore.fail('as_of_join', problems) %}
  {% set kind = tablestore._row_kind_column(right, row_kind) %}
  {% set hidden = tablestore._shared_keys(keys) + (tablestore._quoted([kind]) if kind else []) %}
  {% set conditions = tablestore._as_of_conditions(tolerance, kind, condition) %}
  {% set version_columns = ['*'] if condition else tablestore._version_columns(selected, kind) %}
  {% set lookup = tablestore._as_of_lookup(left, right, keys, at, versions, kind, join_type, version_columns, timed) %}
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
    {%- for needed in (['r is not null'] + conditions if join_type == 'inner' else []) %}
        and {{ needed }}
    {%- endfor %}
  {%- endif %}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{# The problems of the arguments that are plain values, as a list. #}
{% macro _as_of_problems(right, left_time, right_time, join_type, columns, tolerance) %}
  {% set problems = [] %}
  {% if join_type not in ['inner', 'left'] %}
    {% do problems.append("join_type: '" ~ join_type ~ "' is not accepted; write 'inner' or 'left'") %}
  {% endif %}
  {% if tolerance is not none and tablestore._interval_literal(tolerance) is none %}
    {% do problems.append("tolerance: cannot read '" ~ tolerance ~ "'; "
        ~ "write a duration such as '10 minutes' or '1 h'") %}
  {% elif tolerance is not none and tablestore._duration(tolerance).nanoseconds < 0 %}
    {% do problems.append("tolerance: '" ~ tolerance ~ "' is below zero, and no version is newer than its row; "
        ~ "write how old a version can be, such as '10 minutes' or '1 h'") %}
  {% endif %}
  {% do problems.extend(tablestore._unread_changes_problems('right', right, 'and a version can be older: join in a'
      ~ " table or a view, with scan='from-commit', commit=1, or with a table that keeps all versions")) %}
  {% set latest = tablestore._order_items(right_time, [])[:1] | selectattr('descending') | list %}
  {% if latest %}
    {% do problems.append("right_time: '" ~ latest[0].column ~ " desc' is no time from which a version is valid: leave"
        ~ ' desc out; only further columns, which order versions of one time, can have it') %}
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

{#
  The conditions that the version found must meet. When it does not meet them there is no match: an older version is
  never tried, because a deletion ends the version before it.
#}
{% macro _as_of_conditions(tolerance, kind, condition) %}
  {% set conditions = [] %}
  {% if kind %}
    {% do conditions.append('r.' ~ tablestore._quote(kind) ~ " <> '-D'") %}
  {% endif %}
  {% if tolerance is not none %}
    {% do conditions.append('valid_from >= ' ~ tablestore._shifted_time('at', '-', tolerance)) %}
  {% endif %}
  {% if condition %}
    {% do conditions.append('(' ~ condition ~ ')') %}
  {% endif %}
  {{ return(conditions) }}
{% endmacro %}

{# The columns that a version carries through the lookup: all of them, or the selected ones and the row kind. #}
{% macro _version_columns(selected, kind) %}
  {% set names = (selected or []) | map(attribute='name') | list + ([kind] if kind else []) %}
  {{ return(['*'] if selected is none or '*' in names or not names else tablestore._quoted(names) | unique | list) }}
{% endmacro %}

{#
  The left rows `l`, each with `r`: the last version of its key at or before its time. Rows with a null `l` are left
  over from the right side.

    left_time        the time of the left side, as SQL
    versions         the time and the tie-breakers of the right side, as `_order_items` returns them
    version_columns  the quoted columns that a version carries
    with_times       whether the result also has the time of the left row, `at`, and that of its version, `valid_from`
#}
{% macro _as_of_lookup(left, right, keys, left_time, versions, kind, join_type, version_columns, with_times) %}
  {% set ties, names = [], [] %}
  {% for item in versions[1:] %}
    {% do ties.append(dict(item, column='tie' ~ loop.index)) %}
  {% endfor %}
  {% for _ in keys %}
    {% do names.append('key' ~ loop.index) %}
  {% endfor %}
  {% set order = ['at', 'side'] + ([tablestore._order_clause(ties)] if ties else []) %}
  {% set key, times = keys | map(attribute='left') | list, [left_time] + ['null'] * ties | length %}
  {% set ours = tablestore._as_of_side(left, key, times, 'left', ['struct(*)', 'null'], join_type == 'inner') %}
  {% set key, times = keys | map(attribute='right') | list, versions | map(attribute='column') | list %}
  {% set carried = ['null', 'struct(' ~ version_columns | join(', ') ~ ')'] %}
  {% set theirs = tablestore._as_of_side(right, key, times, 'right', carried, true) %}
  {# Not a named window: Spark does not find it when the query is that of a view. #}
  {% set versions_so_far -%}
  (
            partition by {{ names | join(', ') }}
            order by {{ order | join(', ') }}
            rows between unbounded preceding and current row
        )
  {%- endset %}
  {% set sql -%}
(
    select
        l,
  {%- if with_times %}
        at,
        last_value(if(side = 0, at, null)) ignore nulls over {{ versions_so_far }} as valid_from,
  {%- endif %}
        last_value(r) ignore nulls over {{ versions_so_far }} as r
    from (
        {{ tablestore._indent(ours, 8) }}
        union all
        {{ tablestore._indent(theirs, 8) ~ (' and ' ~ tablestore._quote(kind) ~ " <> '-U'" if kind) }}
    )
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{# The rows of a side: its key, time and tie-breakers, the side, and [l, r]; `matching` drops those that never match. #}
{% macro _as_of_side(relation, key, times, side, pair, matching) %}
  {% set columns, needed = [], tablestore._quoted(key) + [times[0]] %}
  {% for column in key %}
    {% do columns.append(tablestore._quote(column) ~ ' as key' ~ loop.index) %}
  {% endfor %}
  {% do columns.append(tablestore._time_not_text('as_of_join', side ~ '_time', times[0]) ~ ' as at') %}
  {% do columns.append((1 if side == 'left' else 0) ~ ' as side') %}
  {% for tie in times[1:] %}
    {% do columns.append(tie ~ ' as tie' ~ loop.index) %}
  {% endfor %}
  {{ return('select ' ~ (columns + [pair[0] ~ ' as l', pair[1] ~ ' as r']) | join(', ')
      ~ '\nfrom ' ~ tablestore._table_expression(relation)
      ~ ('\nwhere ' ~ needed | join(' is not null and ') ~ ' is not null' if matching)) }}
{% endmacro %}
