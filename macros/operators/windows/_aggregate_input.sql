{#
  The WITH of a window aggregate, which ends in `_copies`: of slices aggregated by `parts`, or of rows without them.

  The slices of one group go to one task, so that its windows are put together there and not sent on: with few rows per
  slice there are more windows than rows. A task has at most the slices of its groups, however many rows there are.
#}
{% macro _aggregate_input(relation, window, groups, parts) %}
  {% if window.type == 'session' %}
    {% set rows = tablestore.session(relation, window.time, tablestore._interval_text(window.gap), window.partition_by) %}
    {{ return('with _copies as (\n    select *\n    from ' ~ tablestore._indent(rows, 4) ~ '\n)') }}
  {% endif %}
  {% set slice = tablestore._slice_columns(window) + groups %}
  {% set distinct, columns = [], ['any_value(' ~ window.time ~ ') as _any_time'] %}
  {% for part in parts or [] %}
    {% for name, expression in part.group.items() %}
      {% do distinct.append(expression) %}
      {% do columns.append(expression ~ ' as ' ~ name) %}
    {% endfor %}
    {% for name, expression in part.slice.items() %}
      {% do columns.append(expression ~ ' as ' ~ name) %}
    {% endfor %}
  {% endfor %}
  {% set sql -%}
with _slices as (
    {{ tablestore._indent(tablestore._slices(relation, window), 4) }}
),
  {%- if parts %}

_partials as (
    select
        {{ (slice + columns) | join(',\n        ') }}
    from _slices
    group by {{ (slice + distinct) | unique | join(', ') }}
    {%- if groups %}
    distribute by {{ groups | join(', ') }}
    {%- endif %}
),
  {%- endif %}

_copies as (
    {{ tablestore._indent(tablestore._slice_copies('_partials' if parts else '_slices', window), 4) }}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}
