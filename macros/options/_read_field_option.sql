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
        ~ "'] set the same option: remove one of them") %}
  {% else %}
    {% do tablestore._set_field(field, known[0], tablestore._read_value("table_options['" ~ spelling ~ "']", registry[known[0]], value,
        given.problems), given) %}
  {% endif %}
{% endmacro %}
