{#
  One row per key: the first or the last one in the given order. An aggregate finds it, so rows are not ranked. Each row
  is made a struct before the rows are grouped, and the aggregate returns the struct.

    max_by and min_by compare in one direction, so an order that mixes ascending and descending columns is ranked.
    They ignore rows whose order is null. A single column is compared as it is, and a key with only nulls gets one of
    its rows; several columns are compared as a struct, in which a null is the lowest value.
#}
{% macro deduplicate(relation, partition_by, order_by, keep='last') %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% do tablestore.fail('deduplicate',
      tablestore._missing_problems({'partition_by': partition_by, 'order_by': order_by})) %}
  {% set problems = [] %}
  {% set keys = tablestore._as_list(partition_by) %}
  {% if keys | length == 0 %}
    {% do problems.append(
        'partition_by: no column is given; write at least one, '
        ~ 'or topn(relation, 1, [], order_by) for one row in all') %}
  {% endif %}
  {% do problems.extend(tablestore._keep_problems(keep)) %}
  {% set order = tablestore._best_first(tablestore._order_items(order_by, problems), keep) %}
  {% do tablestore.fail('deduplicate', problems) %}
  {% set directions = order | map(attribute='descending') | unique | list %}
  {% if directions | length > 1 %}
    {{ return(tablestore._first_rows(relation, 1, partition_by, tablestore._order_clause(order))) }}
  {% endif %}
  {% set best = 'max_by' if directions[0] else 'min_by' %}
  {% set sql -%}
(
    select winner.*
    from (
        select {{ tablestore._best_row(best, order) }} as winner
        from (
            select *, struct(*) as __row
            from {{ tablestore._indent(tablestore._table_expression(relation), 12) }}
        )
        group by {{ tablestore._quoted(keys) | join(', ') }}
    )
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{# The aggregate that finds the row to keep. `column is null` precedes a column whose nulls are not its lowest value. #}
{% macro _best_row(best, order) %}
  {% if order | length == 1 %}
    {% set column = order[0].column %}
    {% set by_value = best ~ '(__row, ' ~ column ~ ')' %}
    {% set by_null = 'any_value(__row) filter (where ' ~ column ~ ' is null)' %}
    {% set candidates = [by_null, by_value] if order[0].nulls == 'first' else [by_value, by_null] %}
    {{ return('coalesce(' ~ candidates | join(', ') ~ ')') }}
  {% endif %}
  {% set ranking = [] %}
  {% for item in order %}
    {% if item.nulls == ('first' if item.descending else 'last') %}
      {% do ranking.append(item.column ~ ' is null') %}
    {% endif %}
    {% do ranking.append(item.column) %}
  {% endfor %}
  {{ return(best ~ '(__row, struct(' ~ ranking | join(', ') ~ '))') }}
{% endmacro %}

{# The order in which the row to keep comes first. Nulls come last, unless an item says where they go. #}
{% macro _best_first(items, keep) %}
  {% set order = [] %}
  {% for item in items %}
    {% do order.append({
        'column': item.column,
        'descending': item.descending != (keep == 'last'),
        'nulls': 'first' if item.nulls == keep else 'last',
    }) %}
  {% endfor %}
  {{ return(order) }}
{% endmacro %}
