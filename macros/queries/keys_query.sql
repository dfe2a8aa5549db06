{# The keys of the folded batch, if there are no more than this; of each column its position and its text. #}
{% macro keys_query(plan, limit) %}
  {% set columns = [] %}
  {% for column in plan.key_columns %}
    {% set position = tablestore._key_position(column) or 'null' %}
    {% do columns.append('cast(' ~ position ~ ' as string) as position_' ~ loop.index0) %}
    {% do columns.append(tablestore._key_text(column.quoted) ~ ' as text_' ~ loop.index0) %}
  {% endfor %}
  {{ return('select\n  ' ~ columns | join(',\n  ')
      ~ '\nfrom ' ~ plan.folded_rows ~ '\nlimit ' ~ (limit + 1)) }}
{% endmacro %}
