{# Warns if the state TTL of the model that runs is a number without a unit: as in Flink, it means milliseconds. #}
{% macro warn_ttl_without_unit() %}
  {% set given = tablestore._pipeline_ttl() %}
  {% set number = given.text | string | trim %}
  {% if modules.re.match('[0-9]+$', number) and number | int %}
    {% do tablestore.warn(given.label ~ " is '" ~ number ~ "', which has no unit and means " ~ number
        ~ " ms; write the unit (d, h, min, s, ms), such as '" ~ number ~ " d' or '" ~ number ~ " ms'") %}
  {% endif %}
{% endmacro %}
