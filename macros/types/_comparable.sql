{#
  An expression that is equal for equal values of a type, and that has an order: Spark compares no maps and no variants.

    a map      its entries, ordered by their keys
    a variant  its type and its JSON: 1, 1.0 and '1' are three values, and the order of the keys of an object does not
               count

  A struct or an array that contains one of them is compared by its parts. A null is null in every form.
#}
{% macro _comparable(value, type) %}
  {% if not modules.re.search('map<|variant', type | lower) %}
    {{ return(value) }}
  {% endif %}
  {{ return(tablestore._comparable_parts(value, tablestore._parsed_type(type), 1)) }}
{% endmacro %}

{# `_comparable` for a type of `_parsed_type`; `depth` numbers the variables of nested lambdas. #}
{% macro _comparable_parts(value, type, depth) %}
  {% set x = 'x' ~ depth %}
  {% if type.kind == 'plain' and type.text == 'variant' %}
    {{ return('if(' ~ value ~ ' is null, null, struct(schema_of_variant(' ~ value ~ '), to_json(' ~ value ~ ')))') }}
  {% elif tablestore._is_comparable(type) %}
    {{ return(value) }}
  {% elif type.kind == 'array' %}
    {% set element = tablestore._comparable_parts(x, type.element, depth + 1) %}
    {{ return('transform(' ~ value ~ ', ' ~ x ~ ' -> ' ~ element ~ ')') }}
  {% elif type.kind == 'map' and tablestore._is_comparable(type.value) %}
    {{ return('array_sort(map_entries(' ~ value ~ '))') }}
  {% elif type.kind == 'map' %}
    {{ return('array_sort(transform(map_entries(' ~ value ~ '), ' ~ x ~ ' -> struct(' ~ x ~ '.key, '
        ~ tablestore._comparable_parts(x ~ '.value', type.value, depth + 1) ~ ' as value)))') }}
  {% endif %}
  {% set fields = [] %}
  {% for field in type.fields %}
    {% set name = tablestore._quote(field.name, exact=true) %}
    {% do fields.append(tablestore._comparable_parts(value ~ '.' ~ name, field.type, depth) ~ ' as f' ~ loop.index) %}
  {% endfor %}
  {{ return('if(' ~ value ~ ' is null, null, struct(' ~ fields | join(', ') ~ '))') }}
{% endmacro %}

{# Whether Spark compares values of a type of `_parsed_type`. #}
{% macro _is_comparable(type) %}
  {% if type.kind == 'struct' %}
    {% for field in type.fields if not tablestore._is_comparable(field.type) %}
      {{ return(false) }}
    {% endfor %}
  {% elif type.kind == 'array' %}
    {{ return(tablestore._is_comparable(type.element)) }}
  {% endif %}
  {{ return(type.kind != 'map' and type.text != 'variant') }}
{% endmacro %}

{# An expression to compare a column by. Where -0.0 and 0.0 are two values (`signed_zeros`), with its text. #}
{% macro _comparable_column(column, prefix='') %}
  {% set value = tablestore._comparable(prefix ~ column.quoted, column.type) %}
  {% if column.signed_zeros %}
    {{ return('struct(' ~ value ~ ', cast(' ~ prefix ~ column.quoted ~ ' as string))') }}
  {% endif %}
  {{ return(value) }}
{% endmacro %}

{# `_comparable_column` of columns, as a list. Most have types that Spark compares. #}
{% macro _comparable_columns(columns, prefix='') %}
  {% set parts = [] %}
  {% for column in columns %}
    {% set plain = not column.signed_zeros and 'map<' not in column.type and 'variant' not in column.type %}
    {% do parts.append(prefix ~ column.quoted if plain else tablestore._comparable_column(column, prefix)) %}
  {% endfor %}
  {{ return(parts) }}
{% endmacro %}

{# The values of a row as one value to compare: null equals null, NaN equals NaN, and 0.0 equals -0.0. #}
{% macro _comparable_row(columns, alias=none) %}
  {% set parts = tablestore._comparable_columns(columns, alias ~ '.' if alias else '') %}
  {{ return(tablestore._wrapped_call('struct', parts)) }}
{% endmacro %}

{# The same of the rows of several aliases. #}
{% macro _comparable_rows(columns, aliases) %}
  {% set rows = [] %}
  {% for alias in aliases %}
    {% do rows.append(tablestore._comparable_row(columns, alias)) %}
  {% endfor %}
  {{ return(rows) }}
{% endmacro %}
