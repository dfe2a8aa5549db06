{#
  Fails if the table for the rows of a materialized view is that of another node of the project, or one that no refresh
  has written: a refresh would replace it.

    last  the last commit of the table; where it is that of a refresh, the properties of the table are not read
#}
{% macro assert_own_rows(node, table, stored, last) %}
  {% set problems = tablestore._taken_name_problems(table) %}
  {% if not problems and stored and 'tablestore.view' not in last.properties
      and not tablestore.is_rows_of_view(table) %}
    {% do problems.append(table ~ ' exists, and no materialized view wrote it: rename it, or drop it') %}
  {% endif %}
  {% if problems %}
    {% do tablestore.fail("model '" ~ node.name ~ "' needs a table of its own for its rows, whose name is in use;"
        ~ ' nothing was changed', problems + ["or give the model '" ~ node.name ~ "' another alias"]) %}
  {% endif %}
{% endmacro %}
