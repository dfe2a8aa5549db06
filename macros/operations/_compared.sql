{# The rows that are too many and too few, each as JSON of the columns' types. #}
{% macro _compared(columns, found, expected) %}
  {% set wanted, differences = [], [] %}
  {% for row in tablestore._rows('select ' ~ tablestore._to_json(columns) ~ ' as row_json from ('
      ~ tablestore._json_rows(columns, tablestore._as_json(expected)) ~ ')') %}
    {% do wanted.append(row.row_json) %}
  {% endfor %}
  {% for row in found if row not in wanted %}
    {% do differences.append('has ' ~ row) %}
  {% endfor %}
  {% for row in wanted if row not in found %}
    {% do differences.append('lacks ' ~ row) %}
  {% endfor %}
  {{ return(differences) }}
{% endmacro %}

{# The changes of a commit as JSON. #}
{% macro _made_changes(plan, commit) %}
  {% if not tablestore._has_before(plan) %}
    {% do tablestore._fail('check_merges', ["model '" ~ plan.model ~ "': a test has expect_changelog; that takes a changelog_producer that writes "
        ~ 'what a commit changes, lookup or full-compaction']) %}
  {% endif %}
  {% set changes = [] %}
  {% for row in tablestore._rows('select ' ~ tablestore._to_json(tablestore._change_columns(plan)) ~ ' as row_json from (\n'
      ~ tablestore.changes_query(plan, commit) ~ ')') %}
    {% do changes.append(row.row_json) %}
  {% endfor %}
  {{ return(changes) }}
{% endmacro %}

{% macro _change_columns(plan) %}
  {{ return(tablestore._columns([{'name': '_row_kind', 'type': 'string'}]) + plan.columns) }}
{% endmacro %}
