{#
  The branches of a CASE that end a query, because a column whose type only Spark knows does not take one of the
  literals; none for a column of a known type, which `_typed_literal` checks. Spark decides when it plans the query. It
  would convert a number to text, so a STRING takes text only.
#}
{% macro _literal_refusals(subject, values, column) %}
  {% set branches, quoted = [], tablestore._quote(column.name) %}
  {% for value in values if value is not none and column.type is none %}
    {% set misfit = tablestore._typed_literal(value, column, []) ~ ' is null'
        ~ (' or typeof(' ~ quoted ~ ") = 'string'" if value is not string) %}
    {% set plain = value | string if value.isoformat is defined else value %}
    {% do branches.append('when ' ~ misfit ~ ' then raise_error(concat('
        ~ tablestore.string_literal(subject ~ ': `' ~ column.name ~ '` is ') ~ ', typeof(' ~ quoted ~ '), '
        ~ tablestore.string_literal(', which does not take ' ~ tojson(plain) ~ '; write a value of its type, '
        ~ 'or leave the column out') ~ '))') %}
  {% endfor %}
  {{ return(branches) }}
{% endmacro %}
