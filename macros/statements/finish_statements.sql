{#
  What follows the decision: the changes into the changelog, the rows into the table, a line into the history, the mark.
  A rebuild replaces the table first, as commit 0 of its new build.

    again  true when an earlier run may have done part of it, or all but the mark
#}
{% macro finish_statements(plan, counts, commit, again=false) %}
  {% set statements = [] %}
  {% if commit.rebuild %}
    {% set properties = dict(commit.properties, **{'tablestore.commit': 0, 'tablestore.changelog-producer': 'none'}) %}
    {% if plan.not_null_columns %}
      {% do statements.append(tablestore.create_empty_table(plan, properties)) %}
      {% do statements.append(tablestore.insert_statement(plan)) %}
    {% else %}
      {% set rows = 'select ' ~ tablestore._stored_columns(plan) | map(attribute='quoted') | join(', ') ~ '\nfrom ' ~ plan.commit_table
          ~ "\nwhere _change = 'insert'" %}
      {% do statements.append(tablestore.create_table(plan, rows, properties)) %}
    {% endif %}
  {% endif %}
  {% do statements.extend(tablestore.log_statements(plan, commit, again)) %}
  {% if not commit.rebuild %}
    {% do statements.extend(tablestore.apply_statements(plan, counts, again)) %}
  {% endif %}
  {% do statements.extend(tablestore.history_statements(plan, counts, commit, again)) %}
  {{ return(statements + [tablestore.properties_statement(plan, commit.properties)]) }}
{% endmacro %}
