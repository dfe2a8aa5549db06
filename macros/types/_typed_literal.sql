{#
  A literal of the column's own type, so that the type of the column never changes.

  When the type is known, a value that the type cannot hold unchanged is added to `problems`. When it is not known,
  Spark converts the value to the column's type while it plans the query, so the expression is a constant when rows are
  read. It is null if the value does not fit, which `_literal_refusals` makes an error.
#}
{% macro _typed_literal(value, column, problems) %}
  {% set quoted = tablestore._quote(column.name) %}
  {% set plain = value.isoformat(*[' '] if value.hour is defined else []) if value.isoformat is defined else value %}
  {% if value is none %}
    {{ return('null') }}
  {% elif column.type is none %}
    {% set json = tablestore._literal('{"v": ' ~ tojson(plain) ~ '}') %}
    {{ return('from_json(' ~ json ~ ", 'v ' || typeof(" ~ quoted ~ ')).v') }}
  {% elif not tablestore._literal_fits(value, column.type, true) %}
    {% do problems.append(quoted ~ ' is ' ~ column.type ~ ', which does not take ' ~ tojson(plain)) %}
    {{ return('null') }}
  {% endif %}
  {% set family = tablestore._type_family(column.type) %}
  {% if value is number and value is not boolean and not tablestore._number_fits(value, family, column.type) %}
    {% do problems.append(quoted ~ ' is ' ~ column.type ~ ', which cannot hold ' ~ value ~ ' unchanged') %}
  {% elif column.type | lower == 'timestamp_ntz' and modules.re.search(':.*[A-Za-z+-]', plain) %}
    {# Spark would leave the time zone out #}
    {% do problems.append(quoted ~ ' is ' ~ column.type ~ ', which cannot hold the time zone of ' ~ tojson(plain)
        ~ '; write the time without one') %}
  {% elif family in ['date', 'timestamp'] %}
    {{ return(column.type ~ ' ' ~ tablestore._literal(plain)) }}
  {% elif family in ['boolean', 'string', 'char'] or (column.type | lower) in ['int', 'integer'] %}
    {{ return(tablestore._literal(value | int if value is number and value is not boolean else value)) }}
  {% endif %}
  {{ return('cast(' ~ tablestore._literal(value) ~ ' as ' ~ column.type ~ ')') }}
{% endmacro %}
