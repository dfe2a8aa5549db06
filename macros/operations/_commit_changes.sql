{# The changes of a commit as JSON. #}
{% macro _commit_changes(plan, commit) %}
  {% if not tablestore._keeps_before(plan) %}
    {% do tablestore._fail('check_merges', ["model '" ~ plan.model ~ "': expect_changelog in a test needs a changelog_producer that writes "
        ~ 'what a commit changes: lookup or full-compaction']) %}
  {% endif %}
  {% set changes = [] %}
  {% for row in tablestore._rows('select ' ~ tablestore._row_as_json(tablestore._change_columns(plan)) ~ ' as row_json from (\n'
      ~ tablestore.changes_query(plan, commit) ~ ')') %}
    {% do changes.append(row.row_json) %}
  {% endfor %}
  {{ return(changes) }}
{% endmacro %}
