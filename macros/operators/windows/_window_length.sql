{# The length or offset of a window in milliseconds. If it cannot be read, a problem is added and the result is none. #}
{% macro _window_length(argument, text, problems) %}
  {% set given, duration = argument ~ ": '" ~ text ~ "'", tablestore._duration(text) %}
  {% set unknown = duration.unknown if duration else [] %}
  {% if unknown | select('in', ['month', 'months', 'mon', 'mons', 'quarter', 'quarters', 'year', 'years']) | list %}
    {% do problems.append(given ~ ' has no fixed length; write weeks, days, hours, minutes, seconds or milliseconds') %}
  {% elif not duration or unknown %}
    {% do problems.append(given ~ " is not a duration; write a number and a unit, such as '10 minutes', '1 h' or '500 milliseconds'") %}
  {% elif duration.nanoseconds % 1000000 %}
    {% do problems.append(given ~ ' is not a whole number of milliseconds; windows have no finer unit') %}
  {% else %}
    {{ return(duration.nanoseconds // 1000000) }}
  {% endif %}
  {{ return(none) }}
{% endmacro %}
