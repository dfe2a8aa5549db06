{# Columns of which no version can begin. `label` is what the messages begin with. #}
{% macro _version_time_problems(label, columns) %}
  {% set problems = [] %}
  {% for column in columns
      if column.type.split('<')[0] in ['map', 'array', 'struct', 'float', 'double', 'variant', 'boolean', 'binary'] %}
    {% do problems.append(label ~ column.name ~ "', which is of type " ~ column.type
        ~ ' and no time from which a version is valid: cast it to a timestamp, a date, a whole number, a decimal or a'
        ~ ' string') %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
