{#
  What follows once a commit is claimed: writes its changes to the changelog, its rows to the table and a row to the history,
  and seals the table with the commit's number. A rebuild first replaces the table, as commit 0 of its new epoch; if the side
  tables move to another schema, it drops the former ones before the seal.

  Every statement can be executed again, by this run or by another one that finishes the commit: it has the same result, or
  it fails because the staged rows are gone, which the next commit drops before it begins.

    again  true when an earlier run may have done part of this, or all of it but the seal
#}
{% macro finish_statements(plan, counts, commit, again=false) %}
  {% set statements = [] %}
  {% if commit.rebuild %}
    {% set properties = dict(commit.properties, **{'tablestore.commit': 0, 'tablestore.changelog-producer': 'none'}) %}
    {% set rows = 'select ' ~ tablestore._wrapped(tablestore._stored_columns(plan) | map(attribute='quoted') | list, 2) ~ '\nfrom ' ~ plan.commit_table
        ~ "\nwhere _change = 'insert'" %}
    {% do statements.append(tablestore.create_table(plan, rows, properties)) %}
    {% if plan.layout.cluster_by and tablestore.formats()[plan.format].cluster_statement %}
      {% do statements.append(tablestore.formats()[plan.format].cluster_statement | replace('{table}', plan.table)
          | replace('{columns}', plan.layout.cluster_by | join(', '))) %}
    {% endif %}
  {% endif %}
  {% do statements.extend(tablestore.log_statements(plan, commit, again)) %}
  {% if not commit.replaces_table %}
    {% do statements.extend(tablestore.apply_statements(plan, commit, counts, again)) %}
  {% endif %}
  {% do statements.extend(tablestore.history_statements(plan, counts, commit, again)) %}
  {% for table in commit.former_tables.values() %}
    {% do statements.append(tablestore.formats()[plan.format].drop | replace('{table}', table)) %}
  {% endfor %}
  {{ return(statements + tablestore.seal_statements(plan, commit)) }}
{% endmacro %}
