{# What is wrong if a relation lacks the column of its messages or of their keys; nothing if no columns are known. #}
{% macro _message_column_problems(columns, value, key) %}
  {% set problems = [] %}
  {% for argument, name in [('value', value), ('key', key)] if name and columns
      and tablestore._unquoted(name) | lower not in columns %}
    {% do problems.append(argument ~ ": the relation has no column '" ~ name ~ "'; it has " ~ columns | join(', ')
        ~ tablestore._near_names(name, columns)) %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
