{#
  A value converted to the type of its option; a value that cannot be converted is added to `problems`. Every type accepts
  text, as in a WITH clause.
#}
{% macro _read_value(label, option, value, problems) %}
  {% set text = value | string | trim | lower %}
  {% if option.type == 'boolean' %}
    {% if text not in ['true', 'false'] %}
      {% do problems.append("'" ~ label ~ "' is '" ~ value ~ "'; write true or false") %}
    {% endif %}
    {{ return(text == 'true') }}
  {% elif option.type in ['enum', 'version'] %}
    {% if text not in option['values'] %}
      {% do problems.append("'" ~ label ~ "' is '" ~ value ~ "'; accepted are " ~ option['values'] | join(', ')
          ~ tablestore._near_names(text, option['values'])) %}
    {% endif %}
    {{ return(text) }}
  {% elif option.type == 'count' %}
    {% if not modules.re.match('[1-9][0-9]*$', text) %}
      {% do problems.append("'" ~ label ~ "' is '" ~ value ~ "'; it must be a positive integer") %}
    {% endif %}
    {{ return(text | int) }}
  {% elif option.type == 'duration' %}
    {{ return(tablestore._read_duration(label, option, value, problems)) }}
  {% elif option.type == 'ttl' %}
    {{ return(tablestore._read_ttl(label, value, problems)) }}
  {% elif option.type == 'columns' %}
    {% if value is string %}
      {{ return(value.split(',') | map('trim') | list) }}
    {% elif value is mapping or value is not iterable %}
      {% do problems.append("'" ~ label ~ "' is '" ~ value ~ "'; write a column name or a list of column names") %}
      {{ return([]) }}
    {% endif %}
    {{ return(value | map('string') | list) }}
  {% elif option.type == 'text' %}
    {% if value is not string %}
      {% do problems.append("'" ~ label ~ "' is '" ~ value ~ "'; write a string") %}
    {% endif %}
    {{ return(value | string) }}
  {% endif %}
  {{ return(value | string | trim) }}
{% endmacro %}
