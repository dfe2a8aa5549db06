{#
  The expressions for window_start, window_end and window_time over the CTE `_windowed`, as `columns`; `group_by` are
  the columns that identify a window, `hidden` the ones that the result does not have.

  window_time is the last millisecond of the window, in the type of the time column. The coalesce returns its first
  argument and gives it the wider type of the two: TIMESTAMP is wider than TIMESTAMP_NTZ. `time` only provides the type.
#}
{% macro _window_bounds(window, time) %}
  {% set bounds = {} %}
  {% if window.type == 'cumulate' %}
    {% do bounds.update({
        'start': '__window_start', 'end': '__window_end', 'last': "__window_end - interval '1 millisecond'",
        'group_by': ['__window_start', '__window_end'],
        'hidden': ['__local_time'] + tablestore._slice_columns(window) + ['__window_end'],
    }) %}
  {% elif window.type == 'session' %}
    {% do bounds.update({
        'start': 'window_start', 'end': 'window_end', 'last': "window_end - interval '1 millisecond'",
        'group_by': ['window_start', 'window_end'], 'hidden': [],
    }) %}
  {% else %}
    {% do bounds.update({
        'start': '__window_start',
        'end': "__window_start + interval '" ~ tablestore._interval_text(window.size) ~ "'",
        'last': "__window_start + interval '" ~ tablestore._interval_text(window.size - 1) ~ "'",
        'group_by': ['__window_start'],
        'hidden': ['__local_time'] + tablestore._slice_columns(window) + ['__window_start'],
    }) %}
  {% endif %}
  {% do bounds.update({'columns': [
      'window_start' if window.type == 'session' else bounds.start ~ ' as window_start',
      'window_end' if window.type == 'session' else bounds.end ~ ' as window_end',
      'coalesce(' ~ bounds.last ~ ', ' ~ time ~ ') as window_time',
  ]}) %}
  {{ return(bounds) }}
{% endmacro %}
