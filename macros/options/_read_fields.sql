{#
  The options of single columns, in both spellings:
    fields={'total': {'aggregate_function': 'sum'}, 'version': {'sequence_group': ['status', 'price']}}
    table_options={'fields.total.aggregate-function': 'sum', 'fields.version.sequence-group': 'status,price'}
#}
{% macro _read_fields(fields, given) %}
  {% set registry = tablestore.field_options() %}
  {% if fields is not none and fields is not mapping %}
    {% do given.problems.append("'fields' is '" ~ fields ~ "'; write a mapping such as {'column': {'aggregate_function': 'sum'}}") %}
    {{ return(none) }}
  {% endif %}
  {% for field, settings in (fields or {}).items() %}
    {% if settings is not mapping %}
      {% do given.problems.append("fields['" ~ field ~ "'] is '" ~ settings ~ "'; write a mapping such as {'aggregate_function': 'sum'}") %}
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
