{# The statements that drop the branches of commits that killed runs have left in a table. They keep its old snapshots. #}
{% macro _left_branches(relation, format) %}
  {% set statements = [] %}
  {% if tablestore.formats()[format].has_branches %}
    {% for row in tablestore._rows('select name from ' ~ relation ~ ".refs where type = 'BRANCH' and name rlike '^commit_[0-9a-f]{8}$'") %}
      {% do statements.append('alter table ' ~ relation ~ ' drop branch if exists ' ~ tablestore._quote(row.name)) %}
    {% endfor %}
  {% endif %}
  {{ return(statements) }}
{% endmacro %}
