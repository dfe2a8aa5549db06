{#
  A literal in the column's own type, so that the column's type never changes. Where the type is known, a value that
  would not arrive unchanged is added to `problems`. Where it is not, Spark reads the value as whatever the column is,
  strictly, while it plans the query: the expression is a constant by the time rows are read. It would also read a
  number as text; so for anything but a text, STRING becomes what is no type, and Spark's error shows it. A column that
  is `optional` has been asked for its type before.
#}
{% macro _typed_literal(value, column, problems) %}
  {% set quoted = tablestore._quote(column.name) %}
  {% set plain = value.isoformat(*[' '] if value.hour is defined else []) if value.isoformat is defined else value %}
  {% if value is none %}
    {{ return('null') }}
  {% elif column.type is none %}
    {% set json = tablestore._text('{"v": ' ~ tojson(plain) ~ '}') %}
    {% set type = 'typeof(' ~ quoted ~ ')' %}
    {% if value is not string and not column.optional %}
      {% set type = 'replace(' ~ type ~ ", 'string', 'string takes text only')" %}
    {% endif %}
    {{ return('from_json(' ~ json ~ ", 'v ' || " ~ type ~ ", map('mode', 'FAILFAST')).v") }}
  {% elif not tablestore._fits_family(value, column.type, true) %}
    {% do problems.append(quoted ~ ' is ' ~ column.type ~ ', which does not take ' ~ tojson(plain)) %}
    {{ return('null') }}
  {% endif %}
  {% set family = tablestore._type_family(column.type) %}
  {% if value is number and value is not boolean and not tablestore._fits_number(value, family, column.type) %}
    {% do problems.append(quoted ~ ' is ' ~ column.type ~ ', where ' ~ value ~ ' would not arrive unchanged') %}
  {% elif family in ['date', 'timestamp'] %}
    {{ return(column.type ~ ' ' ~ tablestore._text(plain)) }}
  {% elif family in ['boolean', 'string'] or (column.type | lower) in ['int', 'integer'] %}
    {{ return(tablestore._text(plain) if value is string else plain | int if value is not boolean else plain | lower) }}
  {% endif %}
  {{ return('cast(' ~ (tablestore._text(plain) if value is string else plain) ~ ' as ' ~ column.type ~ ')') }}
{% endmacro %}

{# Whether a number arrives unchanged in a column of this type. A binary fraction is not a loss, an infinity is. #}
{% macro _fits_number(value, family, type) %}
  {% if family == 'integer' %}
    {% set bits = {'tinyint': 8, 'byte': 8, 'smallint': 16, 'short': 16, 'bigint': 64, 'long': 64}.get(type | lower, 32) %}
    {{ return(value == value | int and -(2 ** (bits - 1)) <= value < 2 ** (bits - 1)) }}
  {% elif family == 'decimal' %}
    {% set digits = modules.re.findall('\\d+', type) + ['10', '0'] %}
    {% set precision, scale = digits[0] | int, digits[1] | int if digits | length > 3 else 0 %}
    {% set fraction = 10 ** scale %}
    {% set whole = value | abs < 10 ** (precision - scale) %}
    {{ return(whole and ('%.*f' | format(scale, value)) | float == value | float) }}
  {% endif %}
  {{ return((type | lower) == 'double' or value | abs <= 3.4028234e38) }}
{% endmacro %}
