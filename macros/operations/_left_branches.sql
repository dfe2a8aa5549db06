{# The statements that drop the branches of commits that killed runs have left in tables. They keep its old snapshots. #}
{% macro _left_branches(tables, format) %}
  {% set statements = [] %}
  {% for table in tables if tablestore.formats()[format].has_branches %}
    {% for row in tablestore._rows('select name from ' ~ table ~ ".refs where type = 'BRANCH' and name rlike '^commit_[0-9a-f]{8}$'") %}
      {% do statements.append('alter table ' ~ table ~ ' drop branch if exists ' ~ tablestore._quote(row.name)) %}
    {% endfor %}
  {% endfor %}
  {{ return(statements) }}
{% endmacro %}
