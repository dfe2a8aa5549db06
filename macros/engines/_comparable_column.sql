{# An expression to compare a column by, see `_comparable`. Where -0.0 and 0.0 are two values (`signed_zeros`), with its text. #}
{% macro _comparable_column(column, prefix='') %}
  {% set value = tablestore._comparable(prefix ~ column.quoted, column.type) %}
  {{ return('struct(' ~ value ~ ', cast(' ~ prefix ~ column.quoted ~ ' as string))' if column.signed_zeros else value) }}
{% endmacro %}
