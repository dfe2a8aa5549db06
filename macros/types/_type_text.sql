{#
  A type of `_parsed_type` as SQL. The name of a field is in backticks if Spark might not read it as a name otherwise.

    types  other types to write in place of some
#}
{% macro _type_text(type, types={}) %}
  {% if type.kind == 'plain' %}
    {{ return(types.get(type.text, type.text)) }}
  {% elif type.kind == 'array' %}
    {{ return('array<' ~ tablestore._type_text(type.element, types) ~ '>') }}
  {% elif type.kind == 'map' %}
    {{ return('map<' ~ tablestore._type_text(type.key, types) ~ ',' ~ tablestore._type_text(type.value, types) ~ '>') }}
  {% endif %}
  {% set fields = [] %}
  {% for field in type.fields %}
    {% set is_name = modules.re.match('[A-Za-z_][A-Za-z0-9_]*\\Z', field.name) %}
    {% set name = field.name if is_name else tablestore._quote(field.name, exact=true) %}
    {% do fields.append(name ~ ':' ~ tablestore._type_text(field.type, types)) %}
  {% endfor %}
  {{ return('struct<' ~ fields | join(',') ~ '>') }}
{% endmacro %}
