{#
  What is said about single columns, in both spellings:
    fields={'total': {'aggregate_function': 'sum'}, 'version': {'sequence_group': ['status', 'price']}}
    table_options={'fields.total.aggregate-function': 'sum', 'fields.version.sequence-group': 'status,price'}
#}
{% macro _read_fields(fields, given) %}
  {% set registry = tablestore.field_options() %}
  {% if fields is not none and fields is not mapping %}
    {% do given.problems.append("'fields' is '" ~ fields ~ "'; write {'column': {'aggregate_function': 'sum'}}") %}
    {{ return(none) }}
  {% endif %}
  {% for field, settings in (fields or {}).items() %}
    {% if settings is not mapping %}
      {% do given.problems.append("fields['" ~ field ~ "'] is '" ~ settings ~ "'; write {'aggregate_function': 'sum'} or the like") %}
    {% else %}
      {% for name, value in settings.items() %}
        {% if name in registry %}
          {% do tablestore._set_field(field, name, tablestore._read_value("fields['" ~ field ~ "']." ~ name, registry[name], value,
              given.problems), given) %}
        {% else %}
          {% do given.problems.append("fields['" ~ field ~ "'] has '" ~ name ~ "', which is not an option; accepted are "
              ~ registry.keys() | join(', ') ~ tablestore._near_names(name, registry.keys() | list)) %}
        {% endif %}
      {% endfor %}
    {% endif %}
  {% endfor %}
{% endmacro %}

{# One `fields.<columns>.<option>` of a WITH clause. #}
{% macro _read_field_option(spelling, value, given) %}
  {% set parts = spelling.split('.') %}
  {% set field, last = parts[1:-1] | join('.'), parts[-1] %}
  {% set registry = tablestore.field_options() %}
  {% set known = [] %}
  {% for name, option in registry.items() if option.paimon == last %}
    {% do known.append(name) %}
  {% endfor %}
  {% if not known or not field %}
    {% do given.problems.append("table_options has '" ~ spelling ~ "', which is not an option; after fields.<column>. accepted are "
        ~ registry.values() | map(attribute='paimon') | join(', ') ~ tablestore._near_names(last, registry.values() | map(attribute='paimon') | list)) %}
  {% elif given.fields.get(field | lower, {}).get(known[0]) is not none %}
    {% do given.problems.append("fields['" ~ field ~ "']." ~ known[0] ~ " and table_options['" ~ spelling
        ~ "'] say the same thing: keep one of them") %}
  {% else %}
    {% do tablestore._set_field(field, known[0], tablestore._read_value("table_options['" ~ spelling ~ "']", registry[known[0]], value,
        given.problems), given) %}
  {% endif %}
{% endmacro %}

{# Field names compare in lower case, without blanks between those of a group. #}
{% macro _set_field(field, name, value, given) %}
  {% set key = field.split(',') | map('trim') | map('lower') | join(',') %}
  {% do given.fields.setdefault(key, {}).update({name: value}) %}
{% endmacro %}
