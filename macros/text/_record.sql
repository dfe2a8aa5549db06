{#
  A mapping with exactly the keys of a schema, {key: {type, meaning, from, default}}. A key without a default must have
  a value, and a key that is not in the schema is an error: both are bugs of the package, not mistakes of its user.
#}
{% macro _record(kind, schema, values) %}
  {% set record, problems = {}, [] %}
  {% for key, entry in schema.items() %}
    {% if key not in values and 'default' not in entry %}
      {% do problems.append("'" ~ key ~ "' is missing") %}
    {% endif %}
    {% do record.update({key: values[key] if key in values else entry.default}) %}
  {% endfor %}
  {% for key in values if key not in schema %}
    {% do problems.append("'" ~ key ~ "' is not in its schema") %}
  {% endfor %}
  {% do tablestore.fail('tablestore: ' ~ kind, problems) if problems %}
  {{ return(record) }}
{% endmacro %}
