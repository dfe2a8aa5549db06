{# A duration as a Spark interval literal; a value that is not one, or 0 where that has no meaning, is added to `problems`. #}
{% macro _read_duration(label, option, value, problems) %}
  {% set text = value | string | trim | lower %}
  {% if not tablestore._interval_literal(text) or text.startswith('-') %}
    {% do problems.append("'" ~ label ~ "' is '" ~ value ~ "'; write a duration such as '10 minutes', '12 h' or '7 d'") %}
    {{ return(none) }}
  {% elif option.positive and tablestore._duration(text).nanoseconds == 0 %}
    {% do problems.append("'" ~ label ~ "' is '" ~ value
        ~ "'; write a duration longer than 0, or full_compaction_delta_commits=1 to write the changes of every commit") %}
  {% endif %}
  {{ return(tablestore._interval_literal(text)) }}
{% endmacro %}
