{#
  The window that a user describes, with its lengths in milliseconds: {type, time (a quoted column), size, slide, step,
  gap, offset, partition_by}. Problems are added to `problems`; the result is only valid when there are none.
#}
{% macro _read_window(window, problems) %}
  {% set lengths = {'tumble': ['size'], 'hop': ['slide', 'size'], 'cumulate': ['step', 'size'], 'session': ['gap']} %}
  {% if window is not mapping or window.type not in lengths %}
    {% do problems.append(
        "window: " ~ window ~ " is not accepted; write a mapping such as {'type': 'tumble', 'time_column': 'ts', "
        ~ "'size': '10 minutes'}; the type is 'tumble', 'hop', 'cumulate' or 'session'") %}
    {{ return({}) }}
  {% endif %}
  {% set optional = 'partition_by' if window.type == 'session' else 'offset' %}
  {% set accepted = ['type', 'time_column'] + lengths[window.type] + [optional] %}
  {% for name in window if name not in accepted %}
    {% do problems.append(
        name ~ ': not an argument of a ' ~ window.type ~ ' window; accepted are ' ~ accepted | join(', ')) %}
  {% endfor %}
  {% do tablestore._time_column_problems(window.time_column, problems) %}
  {% set checked = {'type': window.type, 'time': tablestore._read_expression(window.time_column)} %}
  {% for name in lengths[window.type] %}
    {% do checked.update({name: tablestore._positive_length(name, window.get(name), problems)}) %}
  {% endfor %}
  {% if window.type == 'cumulate' and checked.step and checked.size and checked.size % checked.step %}
    {% do problems.append(
        "size: '" ~ window.size ~ "' is not a multiple of the step '" ~ window.step ~ "'; "
        ~ 'the last step must end with the window') %}
  {% endif %}
  {% if window.type == 'tumble' %}
    {% do checked.update({'slide': checked.size}) %}
  {% endif %}
  {% set offset = tablestore._window_length('offset', window.offset, problems) if window.offset else 0 %}
  {% do checked.update({'offset': offset or 0, 'partition_by': tablestore._as_list(window.partition_by)}) %}
  {{ return(checked) }}
{% endmacro %}

{# The time must be a column or an expression, and not one of the three columns that a window adds. #}
{% macro _time_column_problems(name, problems) %}
  {% if name is not string or not name %}
    {% do problems.append("time_column: " ~ (name ~ ' is not accepted' if name else 'missing')
        ~ "; write the name of a timestamp column") %}
  {% elif tablestore._read_expression(name) is none %}
    {% do problems.append("time_column: cannot read '" ~ name
        ~ "'; write the name of a timestamp column, or an expression such as 'to_timestamp(at)'") %}
  {% elif name.strip('`') | lower in ['window_start', 'window_end', 'window_time'] %}
    {% do problems.append(
        "time_column: windows add a column '" ~ name ~ "' of their own; rename yours first, "
        ~ "such as select window_time as rowtime, ... and write 'rowtime'") %}
  {% endif %}
{% endmacro %}

{# The length of a window in milliseconds, which must be above zero; none when there is a problem. #}
{% macro _positive_length(name, duration, problems) %}
  {% if duration is none or duration is undefined %}
    {% do problems.append(name ~ ": missing; write a duration such as '10 minutes'") %}
    {{ return(none) }}
  {% endif %}
  {% set length = tablestore._window_length(name, duration, problems) %}
  {% if length is not none and length <= 0 %}
    {% do problems.append(name ~ ": '" ~ duration
        ~ "' is not accepted; write a duration of more than 0 milliseconds") %}
    {{ return(none) }}
  {% endif %}
  {{ return(length) }}
{% endmacro %}

{# The length or offset of a window in milliseconds. If it cannot be read, a problem is added and the result is none. #}
{% macro _window_length(argument, text, problems) %}
  {% set given, duration = argument ~ ": '" ~ text ~ "'", tablestore._duration(text) %}
  {% set unknown = duration.unknown if duration else [] %}
  {% if unknown | select('in', ['month', 'months', 'mon', 'mons', 'quarter', 'quarters', 'year', 'years']) | list %}
    {% do problems.append(given ~ ' has no fixed length; write weeks, days, hours, minutes, seconds or milliseconds') %}
  {% elif not duration or unknown %}
    {% do problems.append(given ~ ' is not a duration; write a number and a unit, '
        ~ "such as '10 minutes', '1 h' or '500 milliseconds'") %}
  {% elif duration.nanoseconds % 1000000 %}
    {% do problems.append(given ~ ' is not a whole number of milliseconds; windows have no finer unit') %}
  {% else %}
    {{ return(duration.nanoseconds // 1000000) }}
  {% endif %}
  {{ return(none) }}
{% endmacro %}
