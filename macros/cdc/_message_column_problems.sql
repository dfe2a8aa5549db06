{# The problems of the columns with the messages and their keys, which a relation should have; any if none are known. #}
{% macro _message_column_problems(columns, value, key) %}
  {% set problems = [] %}
  {% for argument, name in [('value', value), ('key', key)] if name and columns
      and tablestore._unquoted(name) | lower not in columns %}
    {% do problems.append(argument ~ ": the relation has no column '" ~ name ~ "'; it has " ~ columns | join(', ')
        ~ tablestore._near_names(name, columns)) %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
