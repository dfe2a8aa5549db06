{#
  Replaces missing values. `value` is one literal, for the columns of its type family, or {column: literal}. Columns
  keep their order and types: a literal that does not fit is an error and is never rounded or converted. With
  strict=false a named column of another type family is not changed; a value that would be rounded is still an error.
#}
{% macro fillna(relation, value, columns=none, nan=true, strict=true) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% do tablestore.fail('fillna', tablestore._missing_problems({'value': value})) %}
  {% set problems = tablestore._fill_problems(value, columns) %}
  {% do problems.extend(tablestore._flag_problems({'nan': nan, 'strict': strict})) %}
  {% do tablestore.fail('fillna', problems) %}
  {% set values = value if value is mapping else {} %}
  {% set names = columns if columns is not none else (values | list if values else none) %}
  {% set expressions = {} %}
  {% for column in tablestore._target_columns('fillna', relation, names, problems) %}
    {% set fill = values.get(column.name, value) %}
    {% set optional = names is none or not strict %}
    {% if fill is mapping
        or (optional and column.type and not tablestore._literal_fits(fill, column.type, names is not none)) %}
      {% continue %}
    {% endif %}
    {% set literal = tablestore._typed_literal(fill, column, problems) %}
    {% set current = tablestore._nan_as_null_in_number(column, nan and fill is number and fill is not boolean) %}
    {% set filled = 'coalesce(' ~ current ~ ', ' ~ literal ~ ')' %}
    {% set filled = tablestore._wrapped_case(tablestore._literal_refusals('fillna', [fill], column), filled) %}
    {% if optional and not column.type %}
      {% set filled = tablestore._if_literal_fits(fill, tablestore._quote(column.name), filled) %}
    {% endif %}
    {% do expressions.update({tablestore._quote(column.name): filled}) %}
  {% endfor %}
  {% do tablestore.fail('fillna', problems) %}
  {{ return(tablestore._set_columns(relation, expressions)) }}
{% endmacro %}

{# The problems of `value`, as a list. #}
{% macro _fill_problems(value, columns) %}
  {% set problems = [] %}
  {% set literals = value.values() | list if value is mapping else [value] %}
  {% for literal in literals if tablestore._literal_kind(literal) in [none, 'null'] %}
    {% do problems.append('value: ' ~ literal ~ ' is not accepted; write a number, a string, a boolean or a date') %}
  {% endfor %}
  {% if value is mapping and not literals %}
    {% do problems.append("value: the mapping is empty; write at least one {'column': literal}") %}
  {% endif %}
  {% if value is mapping and columns is not none %}
    {% set given = columns | list if columns is mapping else tablestore._as_list(columns) %}
    {% for name in value if columns is not mapping or name not in given %}
      {% do problems.append("columns: the mapping in `value` already names `" ~ name ~ "`; remove columns, "
          ~ "or write each column of the mapping with its type: columns={'" ~ name ~ "': 'int'}") %}
    {% endfor %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}

{#
  Like _nan_as_null, for a column that must be a number. If its type is not known, the SQL parses NaN as the type of the
  column. Spark does this once, when it plans the query. For a type without NaN the result is null, and nullif with null
  returns the column as it is.
#}
{% macro _nan_as_null_in_number(column, nan) %}
  {% if nan and column.type is none %}
    {% set quoted = tablestore._quote(column.name) %}
    {{ return('nullif(' ~ quoted ~ ", from_json('{\"v\": \"NaN\"}', 'v ' || typeof(" ~ quoted ~ ')).v)') }}
  {% endif %}
  {{ return(tablestore._nan_as_null(column, nan)) }}
{% endmacro %}

{# The expression if the literal fits the type of the column, else the column. Spark decides when it plans the query. #}
{% macro _if_literal_fits(value, quoted, expression) %}
  {% set types = [] %}
  {% for type in [
      'tinyint', 'smallint', 'int', 'bigint', 'decimal', 'float', 'double', 'string', 'boolean', 'date', 'timestamp',
      'timestamp_ntz',
  ] if tablestore._literal_fits(value, type, true) %}
    {% do types.append(tablestore.string_literal(type)) %}
  {% endfor %}
  {% set takes_literal = "substring_index(typeof(" ~ quoted ~ "), '(', 1) in (" ~ types | join(', ') ~ ')' %}
  {{ return('if(\n    ' ~ [takes_literal, tablestore._indent(expression, 4), quoted] | join(',\n    ') ~ '\n)') }}
{% endmacro %}
