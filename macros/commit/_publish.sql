{#
  Publishes a commit that is part of its table, see `publish_statements`, and returns the statements that ran. Nothing
  is left to do if another run has published it, or has replaced the table.

  Whatever is written to a changelog with branches follows two looks: at the changelog, and then at the table. If the
  commit was not published at the second one, the changelog had only commits before it at the first one, and the
  statements only succeed if it is still as it was. If one of them fails, because of a run that does the same or of a
  compaction, the next attempt begins with the looks.

    again  whether a part may be done: for a commit of an earlier run, and after a failure
#}
{% macro _publish(node, relation, plan, commit, again=false, attempts=3) %}
  {% set found, branches = {}, plan.table_format.has_branches %}
  {% if again or (branches and (commit.rebuild or (plan.changelog and commit.starts_changelog))) %}
    {% set found = tablestore._found_logs(plan, relation, commit, again) %}
    {% set unpublished = tablestore._unpublished(relation, tablestore.last_commit(relation, true)) %}
    {% if not unpublished or unpublished.record['tablestore.run'] != commit.properties['tablestore.run'] %}
      {{ return([]) }}
    {% endif %}
    {% set commit = dict(commit, version=unpublished.version, new_counts=tablestore._missing_counts(plan.history_table,
        commit.new_counts) if commit.has_history else commit.new_counts) %}
  {% endif %}
  {% set lost = tablestore._lost_changes(plan, commit, found) if again else none %}
  {% if lost %}
    {% do tablestore.warn(node.name ~ ': the changes of commit ' ~ commit.number ~ ' are lost, because ' ~ lost
        ~ '; the changelog starts again, and the models that read it must be rebuilt: dbt run --full-refresh --select '
            ~ tablestore.versioned_name(node) ~ '+ --exclude ' ~ tablestore.versioned_name(node)) %}
  {% endif %}
  {# no changelog is 'lost', so the next commit starts it again, and no reader takes it for that of this commit #}
  {% set news = {'tablestore.changelog-start': commit.number, 'tablestore.changelog-complete': 'false',
      'tablestore.log': 'lost'} if lost
      else {'tablestore.log': found.log if found else commit.properties['tablestore.run']} if plan.changelog
          and commit.starts_changelog else {} %}
  {% set published = dict(commit, properties=dict(commit.properties, **news)) %}
  {% set sent = tablestore.publish_statements(dict(plan, changelog=none) if lost else plan, published, found, again) %}
  {% set tried = tablestore._run_attempt(sent, resets=not branches) %}
  {% if tried.problem and attempts %}
    {% do log(node.name ~ ': publishing commit ' ~ commit.number ~ ' again, because a statement has failed: '
        ~ tried.problem) %}
    {{ return(sent[:tried.ran] + tablestore._publish(node, relation, plan, commit, true, attempts - 1)) }}
  {% elif tried.problem %}
    {% do tablestore.fail("model '" ~ tablestore.versioned_name(node) ~ "'",
        ['its commit ' ~ commit.number ~ ' is part of the table, but its changes could not be published: '
        ~ tried.problem, 'publish them: ' ~ tablestore._publish_command(tablestore.versioned_name(node))]) %}
  {% endif %}
  {{ return(sent) }}
{% endmacro %}

{#
  What a publisher finds before it writes to the tables of a changelog: {branch, log, fits, gone, tables}.

    branch  the name of its own branches
    log     what the property `tablestore.log` is after a commit that starts the changelog. On Delta, all that publish
            the commit execute the same statements, and so they set the same
    fits    whether the tables have the columns of a changelog that starts, so that they can stay. If the table is not
            rebuilt, they only stay if they are new already: a reader of the old ones would not notice that its changes
            are gone
    gone    the tables of the run that do not exist any more; empty for a run that publishes its own commit
    tables  by name, {snapshot, columns, log} of each table that exists, and if a part may be done already, whether the
            rows of the commit are there, and the branch of the run with them
#}
{% macro _found_logs(plan, relation, commit, again) %}
  {% set tables, changelog, number, gone = {}, plan.changelog, commit.number, [] %}
  {% for suffix in fromjson(commit.properties['tablestore.kept']) if again %}
    {% set table = tablestore.side_table(relation, suffix, plan.side_schema) %}
    {% do gone.append(table | string) if not tablestore._exists_now(table) %}
  {% endfor %}
  {% for suffix in (tablestore._side_tables_of_changelog(changelog.kind) if changelog else []) %}
    {% set table = plan.side_tables[suffix] %}
    {% if tablestore._exists_now(table) %}
      {% set properties = tablestore.table_properties(table) %}
      {% set snapshot = properties.get('current-snapshot-id', 'none') %}
      {% set snapshot = none if snapshot == 'none' else snapshot %}
      {% set found = {'snapshot': snapshot, 'log': properties.get('tablestore.log', ''),
          'columns': tablestore._columns(tablestore._describe_table(table)) if commit.starts_changelog else []} %}
      {% if again and plan.branch and not commit.starts_changelog %}
        {% set rows = 'select 1 as found from ' ~ table ~ ' version as of ' ~ snapshot ~ ' where _commit = ' ~ number
            ~ ' limit 1' %}
        {% set branches = 'select name from ' ~ table ~ ".refs where name = '" ~ plan.branch ~ "'" %}
        {% do found.update({'has_rows': snapshot is not none and tablestore.query_rows(rows) | length > 0,
            'has_branch': tablestore.query_rows(branches) | length > 0}) %}
      {% endif %}
      {% do tables.update({table | string: found}) %}
    {% endif %}
  {% endfor %}
  {% set branch = 'publish_' ~ tablestore._commit_id(relation, commit.properties['tablestore.serial']) %}
  {% set renewed = changelog.table in tables and (commit.rebuild
      or tables[changelog.table].log != commit.properties['tablestore.log']) %}
  {% set fits = plan.branch is not none and renewed and tablestore._logs_fit(plan, tables) %}
  {% set log = tables[changelog.table].log if fits else branch if plan.branch
      else commit.properties['tablestore.run'] %}
  {{ return({'branch': branch, 'log': log, 'fits': fits, 'gone': gone, 'tables': tables}) }}
{% endmacro %}

{# Whether the tables that were found have the columns of the changelog, and are of one start. #}
{% macro _logs_fit(plan, tables) %}
  {% set log, wanted = plan.changelog, {'_row_kind': 'string', '_commit': 'bigint', '_committed_at': 'timestamp'} %}
  {% for column in plan.columns + plan.kept_columns %}
    {% do wanted.update({column.lower_name: tablestore._stored_type(plan.table_format, column.type) | lower}) %}
  {% endfor %}
  {% do wanted.update({'_delete_sequence': log.delete_sequence | lower})
      if log.delete_sequence %}
  {% for name in tablestore._log_tables(log) %}
    {% set types = {} %}
    {% for column in tables[name].columns if name in tables %}
      {% do types.update({column.lower_name: column.type | lower}) %}
    {% endfor %}
    {% if types != wanted or tables[name].log != tables[log.table].log %}
      {{ return(false) }}
    {% endif %}
  {% endfor %}
  {{ return(true) }}
{% endmacro %}

{# Why the changes of a commit that is not published are gone; none if they are there. #}
{% macro _lost_changes(plan, commit, found) %}
  {% if not plan.changelog %}
    {{ return(none) }}
  {% endif %}
  {% if found.gone %}
    {{ return(found.gone[0] ~ ' is gone') }}
  {% endif %}
  {% set counts = fromjson(commit.properties['tablestore.counts']) %}
  {% set changes = counts.get('rows_inserted', 0) + counts.get('rows_updated', 0) + counts.get('rows_deleted', 0) %}
  {% for write in tablestore._log_writes(plan, commit) if not commit.starts_changelog %}
    {% set log = found.tables.get(write.table) %}
    {% if not log %}
      {{ return(write.table ~ ' is gone') }}
    {% elif log.log != commit.properties['tablestore.log'] %}
      {{ return('another run has replaced ' ~ write.table) }}
    {% elif plan.branch and changes and not log.has_branch and not log.has_rows %}
      {{ return('the branch ' ~ plan.branch ~ ' of ' ~ write.table ~ ' is gone') }}
    {% endif %}
  {% endfor %}
  {{ return(none) }}
{% endmacro %}
