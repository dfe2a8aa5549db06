{#
  Whether a literal belongs to the family of a type. Text in the form of a date is also a date or a timestamp, and one
  with a time of day a timestamp, but only for a column that is given by name. NaN and Infinity are floating-point
  numbers.
#}
{% macro _literal_fits(value, type, named) %}
  {% set family = tablestore._type_family(type) %}
  {% set time = '( *\\Z|[ T]\\d{1,2}:\\d{1,2}(:\\d{1,2}(\\.\\d*)?)?( *[A-Za-z+-][\\w/:+-]*)? *\\Z)' %}
  {% set date = modules.re.match('\\d{4}-\\d{1,2}-\\d{1,2}' ~ time, value) if named and value is string else none %}
  {% set times = (['timestamp'] if date else []) + (['date'] if date and not date.group(1) else []) %}
  {% set accepted = {
    'null': ['integer', 'decimal', 'float', 'string', 'char', 'boolean', 'date', 'timestamp'],
    'boolean': ['boolean'],
    'number': ['integer', 'decimal', 'float'],
    'text': ['string', 'char'] + times,
    'time': ['timestamp'] if value.hour is defined else ['date', 'timestamp'],
  } %}
  {% if value in ['NaN', 'Infinity', '-Infinity'] and family == 'float' %}
    {{ return(true) }}
  {% endif %}
  {{ return(family in accepted.get(tablestore._literal_kind(value), [])) }}
{% endmacro %}
