{#
  One row per key: the first or the last in the given order. One aggregate finds it, so nothing is ranked: the row
  travels as a struct, and the order is a struct too, compared field by field.

    max_by and min_by compare all fields in one direction. So an order that mixes ascending and descending columns is
    ranked instead.
    A struct compares nulls as lowest. Where that is not what is asked, a flag `column is null` stands before the column.
#}
{% macro deduplicate(relation, partition_by, order_by, keep='last') %}
  {% set problems = [] %}
  {% set keys = tablestore._as_list(partition_by) %}
  {% if keys | length == 0 %}
    {% do problems.append('partition_by: give at least one column; topn(relation, 1, [], order_by) keeps one row of all') %}
  {% endif %}
  {% if keep not in ['first', 'last'] %}
    {% do problems.append("keep: '" ~ keep ~ "' is not accepted; write 'first' or 'last'") %}
  {% endif %}
  {% set order = tablestore._winning_order(tablestore._order_items(order_by, problems), keep) %}
  {% do tablestore._fail('deduplicate', problems) %}
  {% set directions = order | map(attribute='descending') | unique | list %}
  {% if directions | length > 1 %}
    {{ return(tablestore.topn(relation, 1, partition_by, order)) }}
  {% endif %}
  {% set ranking = [] %}
  {% for item in order %}
    {% if item.nulls == ('first' if item.descending else 'last') %}
      {% do ranking.append(item.column ~ ' is null') %}
    {% endif %}
    {% do ranking.append(item.column) %}
  {% endfor %}
  {% set sql -%}
(
    select winner.*
    from (
        select {{ 'max_by' if directions[0] else 'min_by' }}(struct(*), struct({{ ranking | join(', ') }})) as winner
        from {{ tablestore._indented(tablestore._table(relation), 8) }}
        group by {{ tablestore._names(keys) }}
    )
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{# The order in which the row to keep comes first. Unless an item says otherwise, a null never beats a value. #}
{% macro _winning_order(items, keep) %}
  {% set order = [] %}
  {% for item in items %}
    {% do order.append({
        'column': item.column,
        'direction': 'desc' if item.descending != (keep == 'last') else 'asc',
        'descending': item.descending != (keep == 'last'),
        'nulls': 'first' if item.nulls == keep else 'last',
    }) %}
  {% endfor %}
  {{ return(order) }}
{% endmacro %}
