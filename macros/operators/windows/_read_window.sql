{#
  A window as the user describes it, checked and in milliseconds:
  {'type', 'time' (quoted column), 'size', 'slide', 'step', 'gap', 'offset', 'partition_by'}.
  Everything that is wrong is added to `problems`; the result is of use only when nothing was.
#}
{% macro _read_window(window, problems) %}
  {% set lengths = {'tumble': ['size'], 'hop': ['slide', 'size'], 'cumulate': ['step', 'size'], 'session': ['gap']} %}
  {% if window is not mapping or window.type not in lengths %}
    {% do problems.append(
        "window: " ~ window ~ " is not accepted; write {'type': 'tumble', 'time_column': 'ts', 'size': '10 minutes'}, "
        ~ "where the type may also be 'hop', 'cumulate' or 'session'") %}
    {{ return({}) }}
  {% endif %}
  {% set optional = 'partition_by' if window.type == 'session' else 'offset' %}
  {% set accepted = ['type', 'time_column'] + lengths[window.type] + [optional] %}
  {% for name in window if name not in accepted %}
    {% do problems.append(
        name ~ ': not an argument of a ' ~ window.type ~ ' window, which takes ' ~ accepted | join(', ')) %}
  {% endfor %}
  {% do tablestore._time_column_problems(window.time_column, problems) %}
  {% set read = {'type': window.type, 'time': tablestore._quote(window.time_column)} %}
  {% for name in lengths[window.type] %}
    {% do read.update({name: tablestore._positive_length(name, window.get(name), problems)}) %}
  {% endfor %}
  {% if window.type == 'cumulate' and read.step and read.size and read.size % read.step %}
    {% do problems.append(
        "size: '" ~ window.size ~ "' is not a multiple of the step '" ~ window.step ~ "'; the last step must end the window") %}
  {% endif %}
  {% if window.type == 'tumble' %}
    {% do read.update({'slide': read.size}) %}
  {% endif %}
  {% set offset = tablestore._window_length('offset', window.offset, problems) if window.offset else 0 %}
  {% do read.update({'offset': offset or 0, 'partition_by': tablestore._as_list(window.partition_by)}) %}
  {{ return(read) }}
{% endmacro %}

{# A length above zero. #}
{% macro _positive_length(name, duration, problems) %}
  {% if duration is none or duration is undefined %}
    {% do problems.append(name ~ ": missing; write a duration such as '10 minutes'") %}
    {{ return(none) }}
  {% endif %}
  {% set length = tablestore._window_length(name, duration, problems) %}
  {% if length is not none and length <= 0 %}
    {% do problems.append(name ~ ": '" ~ duration ~ "' is not accepted; a window must be longer than 0 milliseconds") %}
    {{ return(none) }}
  {% endif %}
  {{ return(length) }}
{% endmacro %}

{# The time column is a plain name, and not one of the three that are about to be added. #}
{% macro _time_column_problems(name, problems) %}
  {% if name is not string or not name %}
    {% do problems.append("time_column: " ~ (name or 'nothing') ~ " is not accepted; write the name of a timestamp column") %}
  {% elif name.strip('`') | lower in ['window_start', 'window_end', 'window_time'] %}
    {% do problems.append(
        "time_column: '" ~ name ~ "' would be there twice, windows add a column of that name; rename it first: "
        ~ "select window_time as rowtime, ... and write 'rowtime'") %}
  {% endif %}
{% endmacro %}
