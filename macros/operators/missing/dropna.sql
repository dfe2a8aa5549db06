{#
  The rows that are complete enough: how='any' drops a row with any missing value, how='all' one with nothing else, and
  thresh=n keeps a row with at least n values. Only `columns` count when they are given.
#}
{% macro dropna(relation, how='any', thresh=none, columns=none, nan=true) %}
  {% set problems = tablestore._drop_problems(how, thresh) %}
  {% set present = [] %}
  {% for column in tablestore._target_columns('dropna', relation, columns, problems) %}
    {% do present.append(tablestore._present_value(column, nan) ~ ' is not null') %}
  {% endfor %}
  {% do tablestore._fail('dropna', problems) %}
  {% if thresh is none or thresh == -1 %}
    {% set test = present | join('\n        or ' if how == 'all' or thresh == -1 else '\n        and ') %}
  {% else %}
    {% set test = 'int(' ~ present | join(')\n        + int(') ~ ') >= ' ~ thresh %}
  {% endif %}
  {% set sql -%}
(
    select *
    from {{ tablestore._indent(tablestore._table_expression(relation), 4) }}
    {%- if present %}
    where {{ test }}
    {%- endif %}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{# What is wrong with how and thresh, as a list. #}
{% macro _drop_problems(how, thresh) %}
  {% set problems = [] %}
  {% if how not in ['any', 'all'] %}
    {% do problems.append("how: '" ~ how ~ "' is not accepted; write 'any' or 'all'") %}
  {% endif %}
  {% if thresh is not none and (thresh is not integer or thresh is boolean or thresh < -1) %}
    {% do problems.append("thresh: " ~ thresh ~ " is not accepted; write the least number of values that keeps a row "
        ~ "(-1 is Flink's spelling of how='all')") %}
  {% elif thresh is not none and how == 'all' %}
    {% do problems.append("thresh: how='all' is given as well; write one of them") %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}
