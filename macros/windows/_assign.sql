{# Every row once per window it is in: what hop and cumulate are, once their arguments are read. #}
{% macro _assign(relation, window) %}
  {% set bounds = tablestore._bounds(window, window.time) %}
  {% set sql -%}
(
    with _slices as (
        {{ tablestore._slices(relation, window) | indent(8) }}
    ),

    _copies as (
        {{ tablestore._copies('_slices', window) | indent(8) }}
    )

    select
        * except ({{ bounds.helpers | join(', ') }}),
        {{ bounds.columns | join(',\n        ') }}
    from _copies
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}
