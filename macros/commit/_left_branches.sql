{#
  The statements that drop the branches of commits that killed runs have left in tables. They keep its old snapshots. A
  commit whose serial is not above that of the last one can no longer become part of the table; `locked` says that no
  other run writes it.
#}
{% macro _left_branches(tables, format, serial, locked=false) %}
  {% set statements = [] %}
  {% for table in (tables if tablestore._format(format).has_branches else []) %}
    {% for row in tablestore.query_rows('select name from ' ~ table
        ~ ".refs where type = 'BRANCH' and name rlike '^(commit|publish)_([0-9]+_)?[0-9a-f]{8}$'") %}
      {% set parts = row.name.split('_') %}
      {% if locked or parts | length == 2 or parts[1] | int <= serial %}
        {% do statements.append(tablestore._branch_drop(table, row.name)) %}
      {% endif %}
    {% endfor %}
  {% endfor %}
  {{ return(statements) }}
{% endmacro %}
