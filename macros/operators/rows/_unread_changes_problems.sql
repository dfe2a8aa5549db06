{#
  Problems of an argument that needs all rows of a table in each run, and has only the changes that a keyed model has
  not read yet. `why` says what is lost and what to write instead.
#}
{% macro _unread_changes_problems(argument, relation, why) %}
  {% set problems = [] %}
  {% for table in tablestore._changing_tables(relation) %}
    {% do problems.append(argument ~ ': tablestore.changelog(...) of ' ~ table ~ ' has in each run only the changes'
        ~ ' that the model has not read yet, ' ~ why ~ '. Where they only filter rows of a table, write them in a'
        ~ ' common table expression') %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
