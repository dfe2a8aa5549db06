{#
  What follows the switch of a commit: its changes become part of the changelog, a row of the history says what it did, and a
  property of the table seals it. Readers of changes see the commit from then on. Every statement can be executed again, by the
  run or by the next one if the run was killed: it has the same result, or fails and changes nothing.

    logging  the statements that publish its changes: `publish_log_statements`, or those of a later run
    again    true when an earlier run may have done a part of it
#}
{% macro publish_statements(plan, commit, logging, again=false) %}
  {% set statements, format = [], tablestore.formats()[plan.format] %}
  {% if commit.rebuild and plan.layout.cluster_by and format.cluster_statement %}
    {% do statements.append(format.cluster_statement | replace('{table}', plan.table) | replace('{columns}', plan.layout.cluster_by | join(', '))) %}
  {% endif %}
  {% do statements.extend(logging + tablestore.history_statements(plan, commit, again)) %}
  {% for table in commit.former_tables.values() %}
    {% do statements.append(format.drop | replace('{table}', table)) %}
  {% endfor %}
  {{ return(statements + tablestore.seal_statements(plan, commit) + tablestore._clean_statements(plan, commit)) }}
{% endmacro %}
