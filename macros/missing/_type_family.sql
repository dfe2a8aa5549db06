{# The family of a Spark type, or nothing for types that no literal fits (arrays, maps, structs, binary). #}
{% macro _type_family(type) %}
  {% set families = {
      'tinyint': 'integer', 'byte': 'integer', 'smallint': 'integer', 'short': 'integer', 'int': 'integer',
      'integer': 'integer', 'bigint': 'integer', 'long': 'integer', 'decimal': 'decimal', 'dec': 'decimal',
      'numeric': 'decimal', 'float': 'float', 'real': 'float', 'double': 'float', 'string': 'string',
      'varchar': 'string', 'char': 'string', 'boolean': 'boolean', 'date': 'date', 'timestamp': 'timestamp',
      'timestamp_ntz': 'timestamp', 'timestamp_ltz': 'timestamp',
  } %}
  {{ return(families.get((type | string).lower().split('(')[0].split(' ')[0])) }}
{% endmacro %}

{# The kind of a literal: null, boolean, number, text or time; nothing for anything else. #}
{% macro _literal_kind(value) %}
  {% if value is none %}
    {{ return('null') }}
  {% elif value is boolean %}
    {{ return('boolean') }}
  {% elif value is number %}
    {{ return('number') }}
  {% elif value is string %}
    {{ return('text') }}
  {% elif value.isoformat is defined %}
    {{ return('time') }}
  {% endif %}
{% endmacro %}

{#
  Whether a literal belongs to a type's family. Text which reads like one also stands for a date or timestamp, but only
  where the column is named, and for NaN.
#}
{% macro _fits_family(value, type, named) %}
  {% set family = tablestore._type_family(type) %}
  {% set is_date = named and value is string and modules.re.match('\\d{4}-\\d{1,2}-\\d{1,2}', value) %}
  {% set accepted = {
      'null': [family],
      'boolean': ['boolean'],
      'number': ['integer', 'decimal', 'float'],
      'text': ['string', 'date', 'timestamp'] if is_date else ['string'],
      'time': ['timestamp'] if value.hour is defined else ['date', 'timestamp'],
  } %}
  {% if value in ['NaN', 'Infinity', '-Infinity'] and family == 'float' %}
    {{ return(true) }}
  {% endif %}
  {{ return(family is not none and family in accepted.get(tablestore._literal_kind(value), [])) }}
{% endmacro %}

{# An expression only for a column whose type turns out to fit the literal; Spark decides that while it plans the query. #}
{% macro _if_family(value, quoted, expression) %}
  {% set types = [] %}
  {% for type in [
      'tinyint', 'smallint', 'int', 'bigint', 'decimal', 'float', 'double', 'string', 'boolean', 'date', 'timestamp',
      'timestamp_ntz',
  ] if tablestore._fits_family(value, type, true) %}
    {% do types.append(tablestore._text(type)) %}
  {% endfor %}
  {% set test = "substring_index(typeof(" ~ quoted ~ "), '(', 1) in (" ~ types | join(', ') ~ ')' %}
  {{ return('if(' ~ test ~ ', ' ~ expression ~ ', ' ~ quoted ~ ')') }}
{% endmacro %}
