{# `_comparable` for a type of `_parsed_type`; `depth` numbers the variables of nested lambdas. #}
{% macro _comparable_parts(value, type, depth) %}
  {% set x = 'x' ~ depth %}
  {% if type.kind == 'plain' and type.text == 'variant' %}
    {{ return('if(' ~ value ~ ' is null, null, struct(schema_of_variant(' ~ value ~ '), to_json(' ~ value ~ ')))') }}
  {% elif tablestore._is_comparable(type) %}
    {{ return(value) }}
  {% elif type.kind == 'array' %}
    {{ return('transform(' ~ value ~ ', ' ~ x ~ ' -> ' ~ tablestore._comparable_parts(x, type.element, depth + 1) ~ ')') }}
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
