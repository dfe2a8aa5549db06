{#
  The conditions that the version found must meet. When it does not meet them there is no match: an older version is
  never tried, because a deletion ends the version before it.
#}
{% macro _as_of_conditions(left_time, right_time, tolerance, kind, condition) %}
  {% set conditions = [] %}
  {% if kind %}
    {% do conditions.append('r.' ~ tablestore._quote(kind) ~ " <> '-D'") %}
  {% endif %}
  {% if tolerance is not none %}
    {% do conditions.append(
        'r.' ~ right_time ~ ' >= ' ~ tablestore._shifted_time('l.' ~ tablestore._quote(left_time), '-', tolerance)) %}
  {% endif %}
  {% if condition %}
    {% do conditions.append('(' ~ condition ~ ')') %}
  {% endif %}
  {{ return(conditions) }}
{% endmacro %}
