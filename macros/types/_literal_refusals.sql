{#
  The branches of a CASE that end a query, because a column whose type only Spark knows does not take one of the
  literals; none for a column of a known type, which `_typed_literal` checks. Spark decides when it plans the query.
#}
{% macro _literal_refusals(subject, values, column) %}
  {% set branches, quoted = [], tablestore._quote(column.name) %}
  {% for value in values if value is not none and column.type is none %}
    {% set typed = tablestore._typed_literal(value, column, []) %}
    {% set misfit = ([typed ~ ' is null'] + tablestore._literal_changes(value, typed, 'typeof(' ~ quoted ~ ')'))
        | join(' or ') %}
    {% set plain = value | string if value.isoformat is defined else value %}
    {% do branches.append('when ' ~ misfit ~ ' then raise_error(concat('
        ~ tablestore.string_literal(subject ~ ': `' ~ column.name ~ '` is ') ~ ', typeof(' ~ quoted ~ '), '
        ~ tablestore.string_literal(', which does not take ' ~ tojson(plain) ~ '; write a value of its type, '
        ~ 'or leave the column out') ~ '))') %}
  {% endfor %}
  {{ return(branches) }}
{% endmacro %}

{#
  The conditions under which Spark would change a literal to make it a value of a column's type: it writes a number as
  text, cuts a time to its day, and rounds a number that a FLOAT, a DOUBLE or a DECIMAL does not hold.
#}
{% macro _literal_changes(value, typed, type) %}
  {% set changes = [] %}
  {% set types = [] if value is string else ['string'] %}
  {% if tablestore._literal_fits(value, 'timestamp', true) and not tablestore._literal_fits(value, 'date', true) %}
    {% do types.append('date') %}
  {% endif %}
  {% set is_number = value is number and value is not boolean and value == value %}
  {% for name in ['float', 'double'] if is_number and not tablestore._number_fits(value, 'float', name) %}
    {% do types.append(name) %}
  {% endfor %}
  {% if types | length == 1 %}
    {% do changes.append(type ~ ' = ' ~ tablestore.string_literal(types[0])) %}
  {% elif types %}
    {% do changes.append(type ~ ' in (' ~ tablestore._string_literals(types) | join(', ') ~ ')') %}
  {% endif %}
  {% if value is float and value % 1 %}
    {% do changes.append(type ~ " like 'decimal%' and try_cast(string(" ~ typed ~ ') as double) <> '
        ~ tablestore._literal(value)) %}
  {% endif %}
  {{ return(changes) }}
{% endmacro %}
