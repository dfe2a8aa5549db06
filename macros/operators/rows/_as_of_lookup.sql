{#
  The left rows `l`, each with `r`: the last version of its key at or before its time. Rows with a null `l` are left
  over from the right side. `version_columns` are the quoted columns that a version carries.
#}
{% macro _as_of_lookup(left, right, keys, left_time, versions, kind, join_type, version_columns) %}
  {% set names, left_keys, right_keys = [], [], [] %}
  {% for key in keys %}
    {% do names.append('key' ~ loop.index) %}
    {% do left_keys.append(tablestore._quote(key.left) ~ ' as ' ~ names[-1]) %}
    {% do right_keys.append(tablestore._quote(key.right) ~ ' as ' ~ names[-1]) %}
  {% endfor %}
  {% set left_filter = tablestore._all_not_null(keys | map(attribute='left') | list + [left_time]) %}
  {% set right_filter = tablestore._all_not_null(keys | map(attribute='right') | list + [versions[0].column]) %}
  {% set order, ties = ['at', 'side'], [] %}
  {% for item in versions[1:] %}
    {% do ties.append({'column': 'tie' ~ loop.index, 'descending': item.descending, 'nulls': item.nulls}) %}
  {% endfor %}
  {% do order.extend([tablestore._order_clause(ties)] if ties else []) %}
  {% set sql -%}
(
    select
        l,
        last_value(r) ignore nulls over (
            partition by {{ names | join(', ') }}
            order by {{ order | join(', ') }}
            rows between unbounded preceding and current row
        ) as r
    from (
        select {{ left_keys | join(', ') }}, {{ tablestore._quote(left_time) }} as at, 1 as side
            {%- for tie in ties %}, null as {{ tie.column }}{% endfor %}, struct(*) as l, null as r
        from {{ tablestore._indent(tablestore._table_expression(left), 8) }}
        {%- if join_type == 'inner' %}
        where {{ left_filter }}
        {%- endif %}
        union all
        select {{ right_keys | join(', ') }}, {{ versions[0].column }} as at, 0 as side
            {%- for tie in ties %}, {{ versions[loop.index].column }} as {{ tie.column }}{% endfor %}, null as l, struct({{ version_columns | join(', ') }}) as r
        from {{ tablestore._indent(tablestore._table_expression(right), 8) }}
        where {{ right_filter }}{{ ' and ' ~ tablestore._quote(kind) ~ " <> '-U'" if kind }}
    )
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{# The condition that none of the columns is null. #}
{% macro _all_not_null(columns) %}
  {% set conditions = [] %}
  {% for column in columns %}
    {% do conditions.append(tablestore._quote(column) ~ ' is not null') %}
  {% endfor %}
  {{ return(conditions | join(' and ')) }}
{% endmacro %}
