{#
  The family of a Spark type: integer, decimal, float, string, char, boolean, date, time, timestamp, binary, array, map
  or struct; else none.
#}
{% macro _type_family(type) %}
  {% set families = {
    'tinyint': 'integer', 'byte': 'integer', 'smallint': 'integer', 'short': 'integer', 'int': 'integer',
    'integer': 'integer', 'bigint': 'integer', 'long': 'integer',
    'decimal': 'decimal', 'dec': 'decimal', 'numeric': 'decimal', 'float': 'float', 'real': 'float', 'double': 'float',
    'string': 'string', 'varchar': 'string', 'char': 'char', 'boolean': 'boolean', 'binary': 'binary',
    'date': 'date', 'time': 'time',
    'timestamp': 'timestamp', 'timestamp_ntz': 'timestamp', 'timestamp_ltz': 'timestamp',
    'array': 'array', 'map': 'map', 'struct': 'struct',
  } %}
  {{ return(families.get((type | string).lower().split('<')[0].split('(')[0].split(' ')[0])) }}
{% endmacro %}
