{#
  Whether a literal belongs to the family of a type. Text in the form of a date is also a date or a timestamp, but
  only for a column that is given by name. NaN and Infinity are floating-point numbers.
#}
{% macro _literal_fits(value, type, named) %}
  {% set family = tablestore._type_family(type) %}
  {% set is_date = named and value is string and modules.re.match('\\d{4}-\\d{1,2}-\\d{1,2}', value) %}
  {% set accepted = {
    'null': ['integer', 'decimal', 'float', 'string', 'char', 'boolean', 'date', 'timestamp'],
    'boolean': ['boolean'],
    'number': ['integer', 'decimal', 'float'],
    'text': ['string', 'char'] + (['date', 'timestamp'] if is_date else []),
    'time': ['timestamp'] if value.hour is defined else ['date', 'timestamp'],
  } %}
  {% if value in ['NaN', 'Infinity', '-Infinity'] and family == 'float' %}
    {{ return(true) }}
  {% endif %}
  {{ return(family in accepted.get(tablestore._literal_kind(value), [])) }}
{% endmacro %}
