{# A TTL in milliseconds; a value that is not a TTL is added to `problems`. #}
{% macro _read_ttl(label, value, problems) %}
  {% set ttl = tablestore._duration_ms(value) %}
  {% if ttl is none %}
    {% do problems.append(tablestore._duration_problem("'" ~ label ~ "'", value) ~ "; '0 s' means never") %}
  {% endif %}
  {{ return(ttl) }}
{% endmacro %}
