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
