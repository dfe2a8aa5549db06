{#
  dbt run-operation maintain [--args '{select: orders, dry_run: true}']

  Compacts the tables of keyed models and of materialized views, and the tables beside them, drops old snapshots or
  versions, deletes that no longer count, and what killed runs have left, see `_drop_leftovers`. No row changes. A
  commit that an earlier run left unpublished is published first. Models that another run is writing are left out, and
  where a statement fails, it goes on with the next table; then it fails at its end. `dry_run` prints what it would do.
#}
{% macro maintain(select=none, dry_run=false) %}
  {% do tablestore._check_arguments('maintain', '{select: orders, dry_run: true}', optional={'select': select},
      flags={'dry_run': dry_run}, unknown=kwargs) %}
  {% set nodes, problems, places = [], [], {} %}
  {% for name in tablestore._model_names(select) | unique %}
    {% do nodes.append(tablestore._model_named('maintain', name)) %}
  {% endfor %}
  {% for node in nodes if not tablestore._model_has_plan(node) %}
    {% do problems.append("model '" ~ tablestore.versioned_name(node)
        ~ "' is neither a keyed model nor a materialized view; only their tables are maintained") %}
  {% endfor %}
  {% do tablestore.fail('maintain', problems) %}
  {% for node in nodes or graph.nodes.values() if node.resource_type == 'model' and tablestore._model_has_plan(node) %}
    {% set relation = tablestore.stored_rows(tablestore._model_relation(node)) %}
    {% set is_free = dry_run or tablestore._is_free(relation, problems) %}
    {% set lines, failed = [], [] %}
    {% set tried = tablestore._run_macro(tablestore._maintain_model, node, relation, dry_run, places, lines, failed)
        if is_free else {} %}
    {% for line in lines %}
      {% do print(line) %}
    {% endfor %}
    {% for problem in failed + ([tried.problem] if tried.problem else []) %}
      {% do problems.append(tablestore.versioned_name(node) ~ ': ' ~ problem) %}
    {% endfor %}
    {% do tablestore._adapter_unlock(relation) if not dry_run %}
  {% else %}
    {% do print('nothing to do: the project has no keyed model and no materialized view') %}
  {% endfor %}
  {% do tablestore.fail('maintain', problems) %}
{% endmacro %}

{#
  Maintains the tables of one model. `lines` gets what to print, and `failed` why a table was not maintained; for
  `places`, see `_table_there`.
#}
{% macro _maintain_model(node, relation, dry_run, places, lines, failed) %}
  {% set name = tablestore.versioned_name(node) %}
  {% set last = tablestore.last_commit(relation, load_relation(relation)) %}
  {% if not last.epoch %}
    {{ return(lines.append(name ~ ': it has no table with commits yet')) }}
  {% endif %}
  {% set touched = tablestore.touched_since(relation, last) %}
  {% if not touched and not dry_run %}
    {% set last = tablestore.settled_commit(node, relation, relation) %}
    {# only after a rebuild is published, it is known what others have done since #}
    {% set touched = tablestore.touched_since(relation, last) %}
  {% endif %}
  {% if touched %}
    {# the next run has to see that, and an expiry would drop the snapshots that say it #}
    {{ return(lines.append(name ~ ': not maintained, because its table ' ~ touched.what ~ ' after commit '
        ~ last.properties['tablestore.commit'] ~ '; the next run says what follows from that: dbt run --select '
        ~ name)) }}
  {% endif %}
  {% set format, tables = last.properties['tablestore.format'], tablestore._maintained_tables(relation, last) %}
  {% set locked = tablestore._adapter_locks() if dry_run else tablestore._adapter_has_lock(relation) %}
  {% set statements = tablestore._statements_by_table(node, relation, last, tables, locked, places, lines) %}
  {% for table in tables %}
    {% do lines.append(name ~ ': ' ~ table ~ ' has ' ~ tablestore._files_of(table, format)) %}
  {% endfor %}
  {% if dry_run %}
    {% set shown = tablestore._left_branches(tables, format, last.serial) + statements.values() | sum(start=[]) %}
    {{ return(lines.extend(['it would run:'] + shown | map(attribute='sql') | list)) }}
  {% endif %}
  {% do tablestore._drop_leftovers(node, relation, last, tables, locked, lines, failed) %}
  {% for table in tables %}
    {% set tried = tablestore._attempt_maintenance(statements[table]) %}
    {% do failed.append(table ~ ' was not maintained completely: ' ~ tried.problem) if tried.problem %}
  {% endfor %}
  {% for table in tables %}
    {% do lines.append(name ~ ': ' ~ table ~ ' now has ' ~ tablestore._files_of(table, format)) %}
  {% endfor %}
{% endmacro %}

{# The statements that maintain each of the tables, by its name. #}
{% macro _statements_by_table(node, relation, last, tables, locked, places, lines) %}
  {% set format, settings, statements = last.properties['tablestore.format'], tablestore._maintenance_of(node), {} %}
  {% set cleaned = tablestore._cleaned_tables(tables, format, places, tablestore.versioned_name(node), lines) %}
  {# Iceberg does not sort a table without an order, which only a rebuild gives it #}
  {% set sorted = [relation | string] if settings.sorted and 'sort-order' in last.properties else [] %}
  {% for table in tables %}
    {% do statements.update({table: tablestore.maintenance_statements(format,
        tablestore._quote(relation.database) if relation.database else none, [table], settings.keep_history,
        tablestore._clock_now(), sorted=sorted, cleaned=cleaned, locked=locked)}) %}
  {% endfor %}
  {% set deleted = tablestore.side_table(relation, '__deleted', last.side_schema) | string %}
  {% if deleted in statements and settings.delete_retained and last.committed_at %}
    {% set trimmed = tablestore._deletes_trimmed({'deletes': {'table': deleted,
        'retained': settings.delete_retained}}, last) %}
    {% do statements.update({deleted: [trimmed] + statements[deleted]}) %}
  {% endif %}
  {{ return(statements) }}
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

{# The tables with a folder of their own; `lines` gets the others. #}
{% macro _cleaned_tables(tables, format, places, name, lines) %}
  {% set cleaned = [] %}
  {% for table in (tables if tablestore._format(format).cleaning else []) %}
    {% set other = tablestore._table_there(tablestore._relation_of_name(table), places) %}
    {% do cleaned.append(table) if not other %}
    {% do lines.append(name ~ ': what no snapshot has stays in the folder of ' ~ table ~ ', because ' ~ other
        ~ ' is there, too') if other %}
  {% endfor %}
  {{ return(cleaned) }}
{% endmacro %}

{#
  Another table whose files are in the folder of an Iceberg table; none if there is none. A table that was renamed keeps
  its folder, and most catalogs give the same to the next one of the old name: the files of the first are none of the
  second, which must not remove them. Without a catalog file, the tables of the schema are asked. Where the location of
  the table itself is not known, another one may be there.

    places  the locations of tables, schema -> table -> location, which are read once
#}
{% macro _table_there(relation, places) %}
  {% set known, schema = tablestore._adapter_tables_below(relation), relation.include(identifier=false) | string %}
  {% if known is not none %}
    {{ return(known | first | default(none)) }}
  {% endif %}
  {% if schema not in places %}
    {% do places.update({schema: {}}) %}
    {% for row in tablestore.query_rows('show tables in ' ~ schema) if not row.isTemporary %}
      {% set table = relation.incorporate(path={'identifier': row.tableName}) %}
      {% do places[schema].update({row.tableName | lower: tablestore._location(table)}) %}
    {% endfor %}
  {% endif %}
  {% set own = places[schema].get(relation.identifier | lower) %}
  {% if not own %}
    {{ return('perhaps another table') }}
  {% endif %}
  {% for name, place in places[schema].items() if name != relation.identifier | lower %}
    {% if place == own or place.startswith(own ~ '/') %}
      {{ return(name) }}
    {% endif %}
  {% endfor %}
  {{ return(none) }}
{% endmacro %}

{# The location of a table; empty for one that another run has dropped meanwhile. #}
{% macro _location(table) %}
  {% set query, found = {'step': 'catalog', 'sql': 'describe table extended ' ~ table}, [''] %}
  {# the last one: a column can have this name #}
  {% for row in tablestore._rows_if_there(query) if row.col_name == 'Location' %}
    {% do found.append(row.data_type) %}
  {% endfor %}
  {{ return(found | last) }}
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
  Drops what runs have left that nothing needs any more: tables of runs that were killed, see `_drop_left_tables`,
  branches, and, in a warehouse folder, folders without a file. A commit that was left unpublished is published before.

    tables  the names of the keyed table and the tables beside it
    locked  whether no other run writes the table
    lines, failed  see `_maintain_model`
#}
{% macro _drop_leftovers(node, relation, last, tables, locked, lines, failed) %}
  {% set name, format = tablestore.versioned_name(node), last.properties['tablestore.format'] %}
  {% for table in tablestore._drop_left_tables(relation, last, locked) %}
    {% do lines.append(name ~ ': dropped ' ~ table ~ ', which a run has left behind') %}
  {% endfor %}
  {% for table in tables %}
    {% set branches = tablestore._left_branches([table], format, last.serial, locked) %}
    {% set problem = tablestore._run_attempt(branches).problem %}
    {% do failed.append('branches of ' ~ table ~ ' that a run has left behind were not dropped: ' ~ problem)
        if problem %}
  {% endfor %}
  {% set history = tablestore.side_table(relation, '__commits', last.side_schema) %}
  {% set folders = tablestore._adapter_removed_folders(history, locked) %}
  {% if folders %}
    {% do lines.append(name ~ ': removed ' ~ tablestore._counted(folders, 'empty folder') ~ ' of dropped tables') %}
  {% endif %}
{% endmacro %}
