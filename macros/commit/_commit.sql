{# A commit from its properties and the last commit of its table. A caller that has looked for its history says so. #}
{% macro _commit_from_properties(relation, last, rebuild, properties, has_history=none) %}
  {% set number = properties['tablestore.commit'] | int %}
  {# a commit of an earlier build does not say it: a trimming can move the start to the commit before, too #}
  {% set starts = properties.get('tablestore.starts-changelog',
      properties['tablestore.changelog-start'] | int == number - 1) in [true, 'true'] %}
  {% set place = fromjson(properties.get('tablestore.side-tables', '{}')) %}
  {% set former = tablestore.former_tables(relation, place.moved_from) if 'moved_from' in place else {} %}
  {% if has_history is none %}
    {% set has_history = load_relation(tablestore.side_table(relation, '__commits', place.get('schema'))) is not none %}
  {% endif %}
  {% set schema = place.get('schema') if has_history else place.get('moved_from') %}
  {% set counts = properties['tablestore.history-columns'].split(',') %}
  {% set stored = tablestore._commit_counts(relation, schema, last) if has_history or '__commits' in former
      else counts %}
  {% set missing = counts | reject('in', stored) | list %}
  {{ return(tablestore._record('commit', tablestore._commit_schema(), {
    'number': number,
    'snapshot': last.snapshot,
    'old_properties': last.old_properties,
    'replaces': rebuild and last.exists,
    'rebuild': rebuild,
    'starts_changelog': starts,
    'has_history': has_history,
    'former_tables': former,
    'history_counts': counts,
    'new_counts': tablestore._missing_counts(tablestore.side_table(relation, '__commits', schema), missing)
        if missing else [],
    'compacts': properties['tablestore.compacted'] | int == number,
    'compacted': number - 1 if starts else last.compacted,
    'properties': properties,
  })) }}
{% endmacro %}

{# The keys of the commit that a run makes. #}
{% macro _commit_schema() %}
  {{ return({
    'number': {'type': 'integer', 'meaning': 'its number within its epoch'},
    'snapshot': {'type': 'text?',
        'meaning': 'the snapshot of the table that the run has pinned; none for a format without branches, and for a'
        ~ ' table without one'},
    'version': {'type': 'text?', 'default': none,
        'meaning': 'the snapshot or version of the table that the commit has made; none before the switch'},
    'metrics': {'type': 'mapping', 'default': {},
        'meaning': 'what the format has counted in the statement that made the version, by its names'},
    'old_properties': {'type': 'list',
        'meaning': 'the names of table properties that record commits before the last one'},
    'rebuild': {'type': 'boolean', 'meaning': 'whether it creates or replaces the table'},
    'replaces': {'type': 'boolean', 'meaning': 'whether there is a table that it replaces'},
    'starts_changelog': {'type': 'boolean', 'meaning': 'whether the changelog starts with it'},
    'has_history': {'type': 'boolean', 'meaning': 'whether the table of commits exists'},
    'former_tables': {'type': 'mapping',
        'meaning': 'the side tables in another schema, which a rebuild moves: suffix -> table'},
    'history_counts': {'type': 'list',
        'meaning': 'the counts and the texts of the table of commits, in the order of its columns'},
    'new_counts': {'type': 'list',
        'meaning': 'counts that the table of commits, made by an earlier release, has no column for'},
    'compacts': {'type': 'boolean', 'meaning': 'whether it writes its changes, and those that wait, to the changelog'},
    'compacted': {'type': 'integer', 'meaning': 'the last commit whose changes are in the changelog already'},
    'properties': {'type': 'mapping', 'meaning': 'its record: what the table says about it, as JSON'},
  }) }}
{% endmacro %}

{#
  A name for the branches and tables of one commit of one run, which no other commit has. It begins with the serial of
  the commit: what is left of a commit whose serial is not above that of the last one can go, because it can no longer
  become part of the table.
#}
{% macro _commit_id(relation, serial) %}
  {{ return(serial ~ '_' ~ local_md5(invocation_id ~ relation ~ modules.datetime.datetime.now())[:8]) }}
{% endmacro %}

{#
  Who writes a table, for Delta: one name for all runs, so that the serials of their commits are compared. Delta keeps
  the serials when another program replaces the table, so the commits that follow have another name. So do those of a
  new table, because the serials of an earlier one of its name are in the side tables that it has left.
#}
{% macro _commit_writer(relation, last) %}
  {% if last.epoch and last.properties.get('tablestore.writer') %}
    {{ return(last.properties['tablestore.writer']) }}
  {% endif %}
  {% set origin = tablestore._origin(relation, last) if last.exists and 'current-snapshot-id' not in last.properties
      else '' if last.exists else invocation_id %}
  {{ return('tablestore-' ~ local_md5(relation ~ origin)[:16]) }}
{% endmacro %}

{#
  The plan with the names of what belongs to one commit of one run, see `_commit_id`, and the columns of the changelog
  as it is then; none for a new one. The folded batch and the decided rows are in memory where Spark runs in one
  process, and otherwise in tables of the run. Rows that are published after the table has the commit are in tables of
  the run, too: if the run is killed between the two, the next one publishes them.

    rebuild    whether the commit replaces the table
    in_memory  whether Spark keeps rows in memory until the run ends
#}
{% macro _of_commit(plan, relation, id, log_columns=none, rebuild=false, in_memory=false) %}
  {% set log, branches = plan.changelog, plan.table_format.has_branches %}
  {% set publishes, keeps = log and (log_columns is none or not branches), [] %}
  {% set name, has_before = relation.identifier, not rebuild and (plan.has_before or plan.versions is not none) %}
  {% set views = tablestore._quoted([name ~ '__fold_' ~ id, name ~ '__commit_' ~ id, name ~ '__input_' ~ id])
      if in_memory else [none, none, none] %}
  {% set names = {'branch': 'commit_' ~ id if branches else none, 'folded_view': views[0]} %}
  {% if in_memory and (rebuild or not publishes or log.input_table) %}
    {% do names.update({'commit_table': views[1]}) %}
  {% else %}
    {% set stage = tablestore.side_table(relation, '__commit_' ~ id, plan.side_schema) %}
    {% do names.update({'commit_table': stage | string}) %}
    {% do keeps.append(names.commit_table) %}
  {% endif %}
  {% do names.update({'folded_view': none}) if has_before %}
  {% do names.update({'folded_rows': names.folded_view or names.commit_table}) %}
  {% set input = none %}
  {% if log and log.input_table and in_memory and not publishes %}
    {% set input = views[2] %}
  {% elif log and log.input_table %}
    {% set input = tablestore.side_table(relation, '__input_' ~ id, plan.side_schema) | string %}
    {% do keeps.append(input) %}
  {% endif %}
  {% set versions = plan.versions %}
  {% if versions and not rebuild %}
    {% set batch = tablestore.side_table(relation, '__input_' ~ id, plan.side_schema) | string %}
    {% set versions = dict(versions, rows=views[2] or batch) %}
    {% do keeps.append(batch) if not in_memory %}
  {% endif %}
  {% set views = [names.folded_view, names.commit_table, input, versions.rows if versions] | select
      | reject('in', keeps) | list if in_memory else [] %}
  {% set changelog = dict(log, input_table=input, columns=log_columns) if log else none %}
  {{ return(dict(plan, changelog=changelog, kept_tables=keeps, kept_views=views, versions=versions,
      has_before=has_before, **names)) }}
{% endmacro %}

{#
  The plan with the time of its commit as the clock: the ages of rows, and since when a version is known, follow the
  times of commits, which no clock turns back.
#}
{% macro _with_time_of_commit(plan, commit) %}
  {% set time = tablestore._timestamp_literal(commit.properties['tablestore.committed-at']) %}
  {% set versions = dict(plan.versions, clock=time) if plan.options.system_time else plan.versions %}
  {{ return(dict(plan, expiry=dict(plan.expiry, clock=time) if plan.expiry else none, versions=versions)) }}
{% endmacro %}
