{# Whether two elements of an array column are equal, or these fields of them. #}
{% macro _same_element(column, left, right, names=none) %}
  {% set type, sides = tablestore._parsed_type(column.type), [] %}
  {% set element = type.element if type and type.kind == 'array' else {'kind': 'plain', 'text': ''} %}
  {% for name in names or [] %}
    {% for field in element.fields or [] if field.name | lower == name | lower %}
      {% do sides.append(['.' ~ tablestore._quote(field.name, exact=true), field.type]) %}
    {% endfor %}
  {% endfor %}
  {% set parts = [] %}
  {% for path, part in (sides if names else [['', element]]) %}
    {% do parts.append(tablestore._comparable_parts(left ~ path, part, 1) ~ ' <=> '
        ~ tablestore._comparable_parts(right ~ path, part, 1)) %}
  {% endfor %}
  {{ return(parts | join(' and ')) }}
{% endmacro %}
