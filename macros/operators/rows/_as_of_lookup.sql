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
    {% do ties.append({'column': 'tie' ~ loop.index, 'descending': item.descending, 'nulls': item.nulls}) %}
  {% endfor %}
  {% for _ in keys %}
    {% do names.append('key' ~ loop.index) %}
  {% endfor %}
  {% set order = ['at', 'side'] + ([tablestore._order_clause(ties)] if ties else []) %}
  {% set times = [left_time] + ['null'] * ties | length %}
  {% set ours = tablestore._as_of_side(left, keys | map(attribute='left') | list, times, '1 as side', ['struct(*)', 'null'], join_type == 'inner') %}
  {% set carried = 'struct(' ~ version_columns | join(', ') ~ ')' %}
  {% set theirs = tablestore._as_of_side(right, keys | map(attribute='right') | list, versions | map(attribute='column') | list, '0 as side', ['null', carried], true) %}
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

{# The rows of one side: the key, the time and the tie-breakers, the side, and [l, r]. `matching` drops rows that never match. #}
{% macro _as_of_side(relation, key, times, side, pair, matching) %}
  {% set columns, needed = [], tablestore._quoted(key) + [times[0]] %}
  {% for column in key %}
    {% do columns.append(tablestore._quote(column) ~ ' as key' ~ loop.index) %}
  {% endfor %}
  {% do columns.extend([times[0] ~ ' as at', side]) %}
  {% for tie in times[1:] %}
    {% do columns.append(tie ~ ' as tie' ~ loop.index) %}
  {% endfor %}
  {{ return('select ' ~ (columns + [pair[0] ~ ' as l', pair[1] ~ ' as r']) | join(', ') ~ '\nfrom ' ~ tablestore._table_expression(relation)
      ~ ('\nwhere ' ~ needed | join(' is not null and ') ~ ' is not null' if matching)) }}
{% endmacro %}
