{# Every row once per window it is in: what hop and cumulate are, once their arguments are read. #}
{% macro _assign_windows(relation, window) %}
  {% set bounds = tablestore._window_bounds(window, window.time) %}
  {% set sql -%}
(
    with _slices as (
        {{ tablestore._indent(tablestore._slices(relation, window), 8) }}
    ),

    _copies as (
        {{ tablestore._indent(tablestore._slice_copies('_slices', window), 8) }}
    )

    select
        * except ({{ bounds.helpers | join(', ') }}),
        {{ bounds.columns | join(',\n        ') }}
    from _copies
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}
