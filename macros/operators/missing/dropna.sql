{#
  The rows with enough values. how='any' drops rows in which any value is missing, how='all' drops rows in which all
  values are missing, and thresh=n keeps rows with at least n values. With `columns`, only these columns count.
#}
{% macro dropna(relation, how='any', thresh=none, columns=none, nan=true) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% set problems = tablestore._drop_problems(how, thresh) + tablestore._flag_problems({'nan': nan}) %}
  {% set present = [] %}
  {% for column in tablestore._target_columns('dropna', relation, columns, problems) %}
    {% do present.append(tablestore._nan_as_null(column, nan) ~ ' is not null') %}
  {% endfor %}
  {% do tablestore.fail('dropna', problems) %}
  {% if thresh is none or thresh == -1 %}
    {% set condition = present | join('\n        or ' if how == 'all' or thresh == -1 else '\n        and ') %}
  {% else %}
    {% set condition = 'int(' ~ present | join(')\n        + int(') ~ ') >= ' ~ thresh %}
  {% endif %}
  {% set sql -%}
(
    select *
    from {{ tablestore._indent(tablestore._table_expression(relation), 4) }}
    {%- if present %}
    where {{ condition }}
    {%- endif %}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{# The problems of `how` and `thresh`, as a list. FLIP-155 has the number and then the columns in their place. #}
{% macro _drop_problems(how, thresh) %}
  {% set problems = [] %}
  {% if how is integer and how is not boolean %}
    {% do problems.append('how: ' ~ how
        ~ ' is not accepted; for the minimum number of values in a row write thresh=' ~ how) %}
  {% elif how is not string and how is iterable %}
    {% do problems.append('how: ' ~ how ~ ' is not accepted; for the columns to look at write columns=' ~ how) %}
  {% elif how not in ['any', 'all'] %}
    {% do problems.append("how: '" ~ how ~ "' is not accepted; write 'any' or 'all'") %}
  {% endif %}
  {% if thresh is not none and thresh is not string and thresh is iterable %}
    {% do problems.append('thresh: ' ~ thresh
        ~ ' is not accepted; for the columns to look at write columns=' ~ thresh) %}
  {% elif thresh is not none and (thresh is not integer or thresh is boolean or thresh < -1) %}
    {% do problems.append("thresh: " ~ thresh ~ " is not accepted; write the minimum number of values in a row, "
        ~ "or -1, which in Flink means how='all'") %}
  {% elif thresh is not none and how == 'all' %}
    {% do problems.append("thresh: cannot be combined with how='all'; remove one of the two") %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}
