{# The query of `topn`, with the order as SQL. #}
{% macro _first_rows(relation, n, partition_by, order, rank='row_number', rank_column=none) %}
  {% set groups = tablestore._quoted(partition_by) | join(', ') %}
  {% set column = tablestore._quote(rank_column or '__rank') %}
  {% set sql -%}
(
    select *{{ '' if rank_column else ' except (' ~ column ~ ')' }}
    from (
        select
            *,
            {{ rank }}() over ({{ 'partition by ' ~ groups ~ ' ' if groups }}order by {{ order }}) as {{ column }}
        from {{ tablestore._indent(tablestore._table_expression(relation), 8) }}
    )
    where {{ column }} <= {{ n }}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}
