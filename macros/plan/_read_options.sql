{#
  The options of a model in both spellings as one dict of typed values, defaults filled in, and the problems met.
  `table_options` takes a DDL's WITH clause as it stands; a snake_case config says the same thing under dbt's name.
#}
{% macro _read_options(config) %}
  {% set registry = tablestore.options() %}
  {% set options = {} %}
  {% set problems = [] %}
  {% set paimon = {} %}
  {% for name, option in registry.items() %}
    {% do paimon.update({option.paimon: name}) %}
    {% do options.update({name: option.default}) %}
    {% if config.get(name) is not none %}
      {% do options.update({name: tablestore._read_value(name, option, config.get(name), problems)}) %}
    {% endif %}
  {% endfor %}

  {% for spelling, value in (config.get('table_options') or {}).items() %}
    {% set name = paimon.get(spelling) %}
    {% if name is none %}
      {% do problems.append("table_options has '" ~ spelling ~ "', which is not an option"
          ~ tablestore._near_names(spelling, paimon.keys() | list)) %}
    {% elif config.get(name) is not none %}
      {% do problems.append("'" ~ name ~ "' and table_options['" ~ spelling ~ "'] say the same thing: keep one of them") %}
    {% else %}
      {% do options.update({name: tablestore._read_value("table_options['" ~ spelling ~ "']", registry[name], value, problems)}) %}
    {% endif %}
  {% endfor %}
  {{ return({'options': options, 'problems': problems}) }}
{% endmacro %}

{# One value as its type; a problem when it is none. Text is accepted for every type, as in a WITH clause. #}
{% macro _read_value(label, option, value, problems) %}
  {% set text = value | string | trim | lower %}
  {% if option.type == 'boolean' %}
    {% if text not in ['true', 'false'] %}
      {% do problems.append("'" ~ label ~ "' is '" ~ value ~ "'; write true or false") %}
    {% endif %}
    {{ return(text == 'true') }}
  {% elif option.type == 'enum' %}
    {% if text not in option['values'] %}
      {% do problems.append("'" ~ label ~ "' is '" ~ value ~ "'; accepted are " ~ option['values'] | join(', ')
          ~ tablestore._near_names(text, option['values'])) %}
    {% endif %}
    {{ return(text) }}
  {% elif option.type == 'columns' %}
    {% if value is string %}
      {{ return(value.split(',') | map('trim') | list) }}
    {% elif value is mapping or value is not iterable %}
      {% do problems.append("'" ~ label ~ "' is '" ~ value ~ "'; write a column name or a list of column names") %}
      {{ return([]) }}
    {% endif %}
    {{ return(value | map('string') | list) }}
  {% endif %}
  {{ return(value | string | trim) }}
{% endmacro %}
