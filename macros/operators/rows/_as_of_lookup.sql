{#
  Both sides of an as-of join in one line; each left row `l` has the last version `r` at or before its time. `taken` are
  the columns of a version, quoted.
#}
{% macro _as_of_lookup(left, right, keys, left_time, versions, kind, join_type, taken) %}
  {% set names, left_keys = [], [] %}
  {% for key in keys %}
    {% do names.append('k' ~ loop.index) %}
    {% do left_keys.append(tablestore._quote(key.left) ~ ' as k' ~ loop.index) %}
  {% endfor %}
  {% set matchable = tablestore._all_present(keys | map(attribute='left') | list + [left_time]) %}
  {% set valid = tablestore._all_present(keys | map(attribute='right') | list + [versions[0].column]) %}
  {% set order, ties = ['at', 'side'], [] %}
  {% for item in versions[1:] %}
    {% do ties.append({'column': 'tie' ~ loop.index, 'descending': item.descending, 'nulls': item.nulls}) %}
  {% endfor %}
  {% do order.extend([tablestore._order_clause(ties)] if ties else []) %}
  {% set sql -%}
(
    select
        l,
        last_value(r, true) over (
            partition by {{ names | join(', ') }}
            order by {{ order | join(', ') }}
            rows between unbounded preceding and current row
        ) as r
    from (
        select {{ left_keys | join(', ') }}, {{ tablestore._quote(left_time) }} as at, 1 as side
            {%- for tie in ties %}, null as {{ tie.column }}{% endfor %}, struct(*) as l, null as r
        from {{ tablestore._indent(tablestore._table_expression(left), 8) }}
        {%- if join_type == 'inner' %}
        where {{ matchable }}
        {%- endif %}
        union all
        select {{ tablestore._column_list(keys | map(attribute='right')) }}, {{ versions[0].column }}, 0
            {%- for item in versions[1:] %}, {{ item.column }}{% endfor %}, null, struct({{ taken | join(', ') }})
        from {{ tablestore._indent(tablestore._table_expression(right), 8) }}
        where {{ valid }}{{ ' and ' ~ tablestore._quote(kind) ~ " <> '-U'" if kind }}
    )
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{# That none of these columns is null. #}
{% macro _all_present(columns) %}
  {% set tests = [] %}
  {% for column in columns %}
    {% do tests.append(tablestore._quote(column) ~ ' is not null') %}
  {% endfor %}
  {{ return(tests | join(' and ')) }}
{% endmacro %}
