{#
  The WITH clause of a window aggregate. Its last CTE `_windowed` has one row per window: of the partial aggregates of
  each slice when `aggregates` are given (see _two_phase_aggregate), else of each input row.

  All slices of a group go to the same task, which also combines them into windows: with few rows per slice there are
  more windows than rows, and windows are not shuffled this way. A task holds at most the slices of its groups, no
  matter how many rows there are.
#}
{% macro _window_aggregate_ctes(relation, window, groups, aggregates) %}
  {% if window.type == 'session' %}
    {{ return('with _windowed as ' ~ tablestore._assign_sessions(relation, window)) }}
  {% endif %}
  {% set slice = tablestore._slice_columns(window) + groups %}
  {% set distinct, columns = [], ['any_value(' ~ window.time ~ ') as __any_time'] %}
  {% for aggregate in aggregates or [] %}
    {% for name, expression in aggregate.distinct.items() %}
      {% do distinct.append(expression) %}
      {% do columns.append(expression ~ ' as ' ~ name) %}
    {% endfor %}
    {% for name, expression in aggregate.partial.items() %}
      {% do columns.append(expression ~ ' as ' ~ name) %}
    {% endfor %}
  {% endfor %}
  {% set sql -%}
with _sliced as (
    {{ tablestore._indent(tablestore._sliced_rows(relation, window), 4) }}
),
  {%- if aggregates %}

_partial_aggregates as (
    select
        {{ (slice + columns) | join(',\n        ') }}
    from _sliced
    group by {{ (slice + distinct) | unique | join(', ') }}
    {%- if groups %}
    distribute by {{ groups | join(', ') }}
    {%- endif %}
),
  {%- endif %}

_windowed as (
    {{ tablestore._indent(tablestore._rows_per_window('_partial_aggregates' if aggregates else '_sliced', window), 4) }}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}
