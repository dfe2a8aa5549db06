{#
  The conditions that the version found must meet. When it does not meet them there is no match: an older version is
  never tried, because a deletion ends the version before it.
#}
{% macro _as_of_conditions(tolerance, kind, condition) %}
  {% set conditions = [] %}
  {% if kind %}
    {% do conditions.append('r.' ~ tablestore._quote(kind) ~ " <> '-D'") %}
  {% endif %}
  {% if tolerance is not none %}
    {% do conditions.append('valid_from >= ' ~ tablestore._shifted_time('at', '-', tolerance)) %}
  {% endif %}
  {% if condition %}
    {% do conditions.append('(' ~ condition ~ ')') %}
  {% endif %}
  {{ return(conditions) }}
{% endmacro %}
