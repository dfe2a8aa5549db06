{# What the version found must still pass. It never falls back to an older one: a deletion ends the version before it. #}
{% macro _as_of_conditions(left_time, right_time, tolerance, kind, condition) %}
  {% set tests = [] %}
  {% if kind %}
    {% do tests.append('r.' ~ tablestore._quote(kind) ~ " <> '-D'") %}
  {% endif %}
  {% if tolerance is not none %}
    {% do tests.append(
        'r.' ~ right_time ~ ' >= l.' ~ tablestore._quote(left_time) ~ ' - ' ~ tablestore._interval_literal(tolerance)) %}
  {% endif %}
  {% if condition %}
    {% do tests.append('(' ~ condition ~ ')') %}
  {% endif %}
  {{ return(tests) }}
{% endmacro %}
