{#
  dbt run-operation maintain [--args '{select: orders, dry_run: true}']

  Compacts the tables of keyed models and of materialized views, and the tables beside them, drops old snapshots or
  versions, and removes what killed runs have left, see `_drop_leftovers`. No row changes. A commit that an earlier run
  left unpublished is published first. `dry_run` prints what it would do.
#}
{% macro maintain(select=none, dry_run=false) %}
  {% do tablestore._check_arguments('maintain', '{select: orders, dry_run: true}', optional={'select': select},
      flags={'dry_run': dry_run}, unknown=kwargs) %}
  {% set nodes, problems = [], [] %}
  {% for name in tablestore._model_names(select) | unique %}
    {% do nodes.append(tablestore._model_named('maintain', name)) %}
  {% endfor %}
  {% for node in nodes if not tablestore._model_has_plan(node) %}
    {% do problems.append("model '" ~ tablestore.versioned_name(node)
        ~ "' is neither a keyed model nor a materialized view; only their tables are maintained") %}
  {% endfor %}
  {% do tablestore.fail('maintain', problems) %}
  {% for node in nodes or graph.nodes.values() if node.resource_type == 'model' and tablestore._model_has_plan(node) %}
    {% for line in tablestore._maintained(node, dry_run) %}
      {% do print(line) %}
    {% endfor %}
  {% else %}
    {% do print('nothing to do: the project has no keyed model and no materialized view') %}
  {% endfor %}
{% endmacro %}

{# Maintains the tables of one model, and returns the lines to print. #}
{% macro _maintained(node, dry_run) %}
  {% set relation = tablestore.stored_rows(tablestore._model_relation(node)) %}
  {% set name = tablestore.versioned_name(node) %}
  {% set last = tablestore.last_commit(relation, load_relation(relation)) %}
  {% if not last.epoch %}
    {{ return([name ~ ': it has no table with commits yet']) }}
  {% endif %}
  {% if not dry_run %}
    {% do tablestore._adapter_lock(relation) %}
    {% set last = tablestore.settled_commit(node, relation, relation) %}
  {% endif %}
  {% set format, tables = last.properties['tablestore.format'], tablestore._maintained_tables(relation, last) %}
  {% set settings = tablestore._maintenance_of(node) %}
  {% set statements = tablestore.maintenance_statements(format,
      tablestore._quote(relation.database) if relation.database else none, tables, settings.keep_history,
      tablestore._clock_now(), sorted=[relation | string] if settings.sorted else [], cleans=true) %}
  {% set lines = [] %}
  {% for table in tables %}
    {% do lines.append(name ~ ': ' ~ table ~ ' has ' ~ tablestore._files_of(table, format)) %}
  {% endfor %}
  {% if dry_run %}
    {% set statements = tablestore._left_branches(tables, format, last.serial) + statements %}
    {{ return(lines + ['it would run:'] + statements | map(attribute='sql') | list) }}
  {% endif %}
  {% set locked = tablestore._adapter_has_lock(relation) %}
  {% do lines.extend(tablestore._drop_leftovers(node, relation, last, tables, locked)) %}
  {% do tablestore._run(statements) %}
  {% for table in tables %}
    {% do lines.append(name ~ ': ' ~ table ~ ' now has ' ~ tablestore._files_of(table, format)) %}
  {% endfor %}
  {{ return(lines) }}
{% endmacro %}

{# The names of a keyed table and of the tables beside it that live longer than a commit. #}
{% macro _maintained_tables(relation, last) %}
  {% set tables = [relation | string] %}
  {% for suffix in tablestore._side_tables_all()
      if load_relation(tablestore.side_table(relation, suffix, last.side_schema)) %}
    {% do tables.append(tablestore.side_table(relation, suffix, last.side_schema) | string) %}
  {% endfor %}
  {{ return(tables) }}
{% endmacro %}

{# How many files a table has, in words. #}
{% macro _files_of(table, format) %}
  {% set files, parts = tablestore._format(format).files, [] %}
  {% set row = tablestore.query_rows(files.query | replace('{table}', table))[0] %}
  {% for name, column in files.counts.items() %}
    {% do parts.append((row[column] or 0) ~ ' ' ~ name) %}
  {% endfor %}
  {{ return(parts | join(', ')) }}
{% endmacro %}

{#
  Drops what runs have left that nothing needs any more, and returns the lines to print: tables of runs that were
  killed, see `_drop_left_tables`, branches, and, in a warehouse folder, folders without a file. A commit that was left
  unpublished is published before.

    tables  the names of the keyed table and the tables beside it
    locked  whether no other run writes the table
#}
{% macro _drop_leftovers(node, relation, last, tables, locked) %}
  {% set lines, name = [], tablestore.versioned_name(node) %}
  {% set dropped = tablestore._drop_left_tables(relation, last, locked) %}
  {% do tablestore._run(tablestore._left_branches(tables, last.properties['tablestore.format'], last.serial, locked)) %}
  {% for table in dropped %}
    {% do lines.append(name ~ ': dropped ' ~ table ~ ', which a run has left behind') %}
  {% endfor %}
  {% set history = tablestore.side_table(relation, '__commits', last.side_schema) %}
  {% set folders = tablestore._adapter_removed_folders(history, locked) %}
  {% if folders %}
    {% do lines.append(name ~ ': removed ' ~ tablestore._counted(folders, 'empty folder') ~ ' of dropped tables') %}
  {% endif %}
  {{ return(lines) }}
{% endmacro %}
