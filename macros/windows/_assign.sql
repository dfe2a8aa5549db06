{# Every row once per window it is in: what hop and cumulate are, once their arguments are read. #}
{% macro _assign(relation, window) %}
  {% set bounds = tablestore._bounds(window, window.time) %}
  {% set sql -%}
(
    with _slices as (
        {{ tablestore._indented(tablestore._slices(relation, window), 8) }}
    ),

    _copies as (
        {{ tablestore._indented(tablestore._copies('_slices', window), 8) }}
    )

    select
        * except ({{ bounds.helpers | join(', ') }}),
        {{ bounds.columns | join(',\n        ') }}
    from _copies
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}
