{#
  How the copies of `_copies` become window_start, window_end and window_time: one expression each, `grouped` to group
  copies of one window by, `helpers` to leave out of the result.

  window_time is the last millisecond of the window in the time column's own type: coalesce takes the wider of both
  types, and TIMESTAMP is wider than TIMESTAMP_NTZ. `time` is never reached, it only gives its type.
#}
{% macro _window_bounds(window, time) %}
  {% set bounds = {} %}
  {% if window.type == 'cumulate' %}
    {% do bounds.update({
        'start': '_start', 'end': '_end', 'last': "_end - interval '1 millisecond'",
        'grouped': ['_start', '_end'], 'helpers': ['_time'] + tablestore._slice_columns(window) + ['_end'],
    }) %}
  {% elif window.type == 'session' %}
    {% do bounds.update({
        'start': 'window_start', 'end': 'window_end', 'last': "window_end - interval '1 millisecond'",
        'grouped': ['window_start', 'window_end'], 'helpers': [],
    }) %}
  {% else %}
    {% do bounds.update({
        'start': '_start',
        'end': "_start + interval '" ~ tablestore._interval_text(window.size) ~ "'",
        'last': "_start + interval '" ~ tablestore._interval_text(window.size - 1) ~ "'",
        'grouped': ['_start'],
        'helpers': ['_time'] + tablestore._slice_columns(window) + ['_start'],
    }) %}
  {% endif %}
  {% do bounds.update({'columns': [
      'window_start' if window.type == 'session' else bounds.start ~ ' as window_start',
      'window_end' if window.type == 'session' else bounds.end ~ ' as window_end',
      'coalesce(' ~ bounds.last ~ ', ' ~ time ~ ') as window_time',
  ]}) %}
  {{ return(bounds) }}
{% endmacro %}
