{# Each row once per window that it is in: the result of hop and cumulate, whose arguments are in `window`. #}
{% macro _assign_windows(relation, window) %}
  {% set bounds = tablestore._window_bounds(window, window.time) %}
  {% set sql -%}
(
    with _sliced as (
        {{ tablestore._indent(tablestore._sliced_rows(relation, window), 8) }}
    ),

    _windowed as (
        {{ tablestore._indent(tablestore._rows_per_window('_sliced', window), 8) }}
    )

    select
        * except ({{ bounds.hidden | join(', ') }}),
        {{ bounds.columns | join(',\n        ') }}
    from _windowed
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}
