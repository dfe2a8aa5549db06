{#
  The options of a model in both spellings as one dict of typed values, defaults filled in; what is said about single
  columns; the problems met; and the spellings that have no effect here.
  `table_options` takes a DDL's WITH clause as it stands; a snake_case config says the same thing under dbt's name.
#}
{% macro _read_options(config) %}
  {% set registry = tablestore.options() %}
  {% set given = {'options': {}, 'fields': {}, 'problems': [], 'needless': {}} %}
  {% set spellings = {} %}
  {% for name, option in registry.items() %}
    {% do given.options.update({name: option.default}) %}
    {% for spelling in option.aliases or [] %}
      {% do spellings.update({spelling: name}) %}
    {% endfor %}
    {% do spellings.update({option.paimon: name}) if option.paimon %}
    {% if config.get(name) is not none %}
      {% do given.options.update({name: tablestore._read_value(name, option, config.get(name), given.problems)}) %}
    {% endif %}
  {% endfor %}
  {% do tablestore._read_fields(config.get('fields'), given) %}

  {% for spelling, value in (config.get('table_options') or {}).items() %}
    {% set label = "table_options['" ~ spelling ~ "']" %}
    {% set name = spellings.get(spelling) %}
    {% if name and config.get(name) is not none %}
      {% do given.problems.append("'" ~ name ~ "' and " ~ label ~ " say the same thing: keep one of them") %}
    {% elif name and (spelling == registry[name].paimon or registry[name].paimon not in config.table_options) %}
      {% do given.options.update({name: tablestore._read_value(label, registry[name], value, given.problems)}) %}
    {% elif spelling.startswith('fields.') and not name %}
      {% do tablestore._read_field_option(spelling, value, given) %}
    {% elif not name and tablestore._needless(spelling) %}
      {% do given.needless.update({spelling: tablestore._needless(spelling)}) %}
    {% elif not name %}
      {% do given.problems.append("table_options has '" ~ spelling ~ "', which is not an option"
          ~ tablestore._near_names(spelling, spellings.keys() | list)) %}
    {% endif %}
  {% endfor %}
  {{ return(given) }}
{% endmacro %}
