{# A duration as a Spark interval literal; a value that is not one, or 0 where that has no meaning, is added to `problems`. #}
{% macro _read_duration(label, option, value, problems) %}
  {% set milliseconds = tablestore._read_milliseconds(label, value, problems) %}
  {% if milliseconds == 0 and option.positive %}
    {% do problems.append("'" ~ label ~ "' is '" ~ value
        ~ "'; write a duration longer than 0, or full_compaction_delta_commits=1 to write the changes of every commit") %}
  {% endif %}
  {{ return(none if milliseconds is none else tablestore._interval_literal(milliseconds ~ ' ms')) }}
{% endmacro %}
