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

{# Drops what the commit was written to: its branches, and the tables of its run. #}
{% macro _clean_statements(plan, commit) %}
  {% set statements, format, log = [], tablestore.formats()[plan.format], plan.changelog %}
  {% set tables = [plan.table] + ([log.table] + ([log.pending_table] if log.pending_table else []) if log and not commit.starts_changelog else []) %}
  {% for table in tables if format.has_branches and not commit.rebuild %}
    {% do statements.append('alter table ' ~ table ~ ' drop branch if exists ' ~ tablestore._quote(plan.branch)) %}
  {% endfor %}
  {% for table in plan.kept_tables %}
    {% do statements.append(format.drop | replace('{table}', table)) %}
  {% endfor %}
  {{ return(statements) }}
{% endmacro %}

{#
  Records a commit as the last one that is published: one property, whose name has the number of the commit and whose value is
  the same whoever sets it. The commit with the highest number counts. Every tenth commit removes the properties of older ones.
#}
{% macro seal_statements(plan, commit) %}
  {% set properties = dict(commit.properties, **{'tablestore.version': commit.version}) %}
  {% set statements = [tablestore.properties_statement(plan, {
    tablestore._sealed_property(properties['tablestore.epoch'], commit.number): tojson(properties, sort_keys=true),
  })] %}
  {% if commit.number % 10 == 0 and commit.old_properties %}
    {% set names = [] %}
    {% for name in commit.old_properties %}
      {% do names.append(tablestore._string_literal(name)) %}
    {% endfor %}
    {% do statements.append('alter table ' ~ plan.table ~ ' unset tblproperties if exists (' ~ names | join(', ') ~ ')') %}
  {% endif %}
  {{ return(statements) }}
{% endmacro %}

{#
  The changes of a commit become part of the changelog. With branches they are written, and the changelog moves to its branch;
  elsewhere they are inserted once. A changelog that starts with the commit is created: from the rows that the rebuild has
  written, or from those that the run has kept.
#}
{% macro publish_log_statements(plan, commit) %}
  {% set log, statements, format = plan.changelog, [], tablestore.formats()[plan.format] %}
  {% if not log %}
    {{ return([]) }}
  {% endif %}
  {% set writes = tablestore._log_writes(plan, commit) %}
  {% if commit.starts_changelog %}
    {% for table in [log.table] + ([log.pending_table] if log.pending_table else []) %}
      {% set created = tablestore.create_log_table(plan, table, writes[0].rows ~ ('' if table == writes[0].table else '\nwhere false'), commit) %}
      {% do statements.extend([created] if format.has_branches else tablestore._with_settings([created], tablestore._identifier(commit))) %}
    {% endfor %}
    {{ return(statements) }}
  {% endif %}
  {% for write in writes %}
    {% do statements.append(tablestore._forward_statement(plan, write.table) if format.has_branches else
        'insert into ' ~ write.table ~ ' ' ~ tablestore._options_clause(tablestore._identifier(commit)) ~ ' ('
        ~ tablestore._wrapped(write.columns, 2) ~ ')\n' ~ write.rows) %}
  {% endfor %}
  {{ return(statements) }}
{% endmacro %}
