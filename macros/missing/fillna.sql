{#
  Missing values replaced. `value` is one literal, for the columns whose type family it fits, or {column: literal}. The
  columns keep their order and their types: a literal that does not fit is an error and is never rounded or converted.
#}
{% macro fillna(relation, value, columns=none, nan=true) %}
  {% set problems = tablestore._fill_problems(value, columns) %}
  {% do tablestore._fail('fillna', problems) %}
  {% set values = value if value is mapping else {} %}
  {% set names = columns if columns is not none else (values | list if values else none) %}
  {% set expressions = {} %}
  {% for column in tablestore._target_columns('fillna', relation, names, problems) %}
    {% set fill = values.get(column.name, value) %}
    {% if (columns is none and not values and not tablestore._fits_family(fill, column.type, false)) or fill is mapping %}
      {% continue %}
    {% endif %}
    {% set literal = tablestore._typed_literal(fill, column, problems) %}
    {% set current = tablestore._number_value(column, nan and fill is number and fill is not boolean) %}
    {% do expressions.update({tablestore._quote(column.name): 'coalesce(' ~ current ~ ', ' ~ literal ~ ')'}) %}
  {% endfor %}
  {% do tablestore._fail('fillna', problems) %}
  {{ return(tablestore._set_columns(relation, expressions)) }}
{% endmacro %}

{# What is wrong with the values themselves, as a list. #}
{% macro _fill_problems(value, columns) %}
  {% set problems = [] %}
  {% set literals = value.values() | list if value is mapping else [value] %}
  {% for literal in literals if tablestore._literal_kind(literal) in [none, 'null'] %}
    {% do problems.append('value: ' ~ literal ~ ' is not accepted; write a number, a text, a boolean or a date') %}
  {% endfor %}
  {% if value is mapping and not literals %}
    {% do problems.append("value: the mapping is empty; write {'column': value}") %}
  {% endif %}
  {% if value is mapping and columns is not none %}
    {% set given = columns | list if columns is mapping else tablestore._as_list(columns) %}
    {% for name in value if columns is not mapping or name not in given %}
      {% do problems.append('columns: the mapping of values already names `' ~ name ~ "`; leave columns out, or give every "
          ~ "column of it with its type: columns={'" ~ name ~ "': 'int'}") %}
    {% endfor %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}
