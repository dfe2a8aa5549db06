{# Warns if a duration of a model is given as a number without a unit: as in Flink, it means milliseconds. #}
{% macro _warn_without_unit(node, label, value) %}
  {% set number = value | string | trim %}
  {% if number.isdigit() and number | int %}
    {% do tablestore.warn("model '" ~ node.name ~ "': '" ~ label ~ "' is '" ~ number ~ "', which has no unit and means "
        ~ number ~ " ms; write the unit (d, h, min, s, ms), such as '7 d' or '" ~ number ~ " ms'") %}
  {% endif %}
{% endmacro %}
