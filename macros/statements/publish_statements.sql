{#
  What follows the switch of a commit: its changes become part of the changelog, a row of the history says what it did, and a
  property of the table seals it. Readers of changes see the commit from then on. Every statement can be executed again, by the
  run or by the next one if the run was killed: it has the same result, or fails and changes nothing.

    found  what `_found_logs` has found; empty when nobody else can have published the commit
    again  whether an earlier attempt may have done a part of it
#}
{% macro publish_statements(plan, commit, found={}, again=false) %}
  {% set statements, format = [], tablestore.formats()[plan.format] %}
  {% if commit.rebuild and plan.layout.cluster_by and format.cluster_statement %}
    {% do statements.append(format.cluster_statement | replace('{table}', plan.table) | replace('{columns}', plan.layout.cluster_by | join(', '))) %}
  {% endif %}
  {% do statements.extend(tablestore.publish_log_statements(plan, commit, found)) %}
  {% do statements.extend(tablestore.history_statements(plan, commit, found.branch if again else none)) %}
  {% for table in commit.former_tables.values() %}
    {% do statements.append(tablestore._drop_statement(plan.format, table)) %}
  {% endfor %}
  {{ return(statements + tablestore.seal_statements(plan, commit) + tablestore._clean_statements(plan, commit)) }}
{% endmacro %}
