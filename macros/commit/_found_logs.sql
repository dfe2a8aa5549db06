{#
  What a publisher finds before it writes to the tables of a changelog: {branch, log, fits, gone, tables}.

    branch  the name of its own branches
    log     what the property `tablestore.log` is after a commit that starts the changelog. On Delta, all that publish the commit execute
            the same statements, and so they set the same
    fits    whether the tables have the columns of a changelog that starts, so that they can stay. If the table is not rebuilt, they only
            stay if they are new already: a reader of the old ones would not notice that its changes are gone
    gone    the tables of the run that do not exist any more; empty for a run that publishes its own commit
    tables  by name, {snapshot, columns, log} of each table that exists, and if a part may be done already, whether the rows of the
            commit are there, and the branch of the run with them
#}
{% macro _found_logs(plan, relation, commit, again) %}
  {% set tables, changelog, number, gone = {}, plan.changelog, commit.number, [] %}
  {% for suffix in fromjson(commit.properties['tablestore.kept']) if again %}
    {% set table = tablestore._side_table(relation, suffix, plan.side_schema) %}
    {% do gone.append(table | string) if not tablestore._exists_now(table) %}
  {% endfor %}
  {% for suffix in tablestore._log_suffixes(tablestore._producer_kind(plan)) %}
    {% set table = tablestore._side_table(relation, suffix, plan.side_schema) %}
    {% if tablestore._exists_now(table) %}
      {% set properties = tablestore._table_properties(table) %}
      {% set snapshot = tablestore._current_snapshot(properties) %}
      {% set found = {'snapshot': snapshot, 'log': properties.get('tablestore.log', ''),
          'columns': tablestore._columns(tablestore._table_columns(table)) if commit.starts_changelog else []} %}
      {% if again and plan.branch and not commit.starts_changelog %}
        {% set rows = 'select 1 as found from ' ~ table ~ ' version as of ' ~ snapshot ~ ' where _commit = ' ~ number ~ ' limit 1' %}
        {% set branches = 'select name from ' ~ table ~ ".refs where name = '" ~ plan.branch ~ "'" %}
        {% do found.update({'has_rows': snapshot is not none and tablestore._rows(rows) | length > 0, 'has_branch': tablestore._rows(branches) | length > 0}) %}
      {% endif %}
      {% do tables.update({table | string: found}) %}
    {% endif %}
  {% endfor %}
  {% set branch = 'publish_' ~ tablestore._commit_id(relation, commit.properties['tablestore.serial']) %}
  {% set renewed = changelog.table in tables and (commit.rebuild or tables[changelog.table].log != commit.properties['tablestore.log']) %}
  {% set fits = plan.branch is not none and renewed and tablestore._logs_fit(plan, tables) %}
  {% set log = tables[changelog.table].log if fits else branch if plan.branch else commit.properties['tablestore.run'] %}
  {{ return({'branch': branch, 'log': log, 'fits': fits, 'gone': gone, 'tables': tables}) }}
{% endmacro %}

{# Whether the tables that were found have the columns of the changelog, and are of one start. #}
{% macro _logs_fit(plan, tables) %}
  {% set log, wanted = plan.changelog, {'_row_kind': 'string', '_commit': 'bigint', '_committed_at': 'timestamp'} %}
  {% for column in plan.columns + plan.kept_columns %}
    {% do wanted.update({column.lower_name: tablestore._stored_type(plan.format, column.type) | lower}) %}
  {% endfor %}
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
