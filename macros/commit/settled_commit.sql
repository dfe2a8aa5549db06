{#
  The last commit of a table, with which a run begins. If an earlier run was stopped after its commit had become part of
  the table, and before it was published, it is published first, unless this run replaces the table.
#}
{% macro settled_commit(node, relation, existing, rebuild=false) %}
  {% set last = tablestore.last_commit(relation, existing) %}
  {% if 'tablestore.serial' not in last.properties and (last.epoch or not last.exists) %}
    {% set last = tablestore._taken_over(node, relation, last, rebuild) %}
  {% endif %}
  {% set is_published = last.version and last.version == last.snapshot %}
  {% set found = tablestore._unpublished(relation, last) if not rebuild and last.epoch
      and (last.switched or not is_published) else none %}
  {% if not found %}
    {% set seen = {} %}
    {% set touched = none if rebuild or is_published else tablestore.touched_since(relation, last, seen) if last.epoch
        else last.touched %}
    {{ return(tablestore._after_others(node, relation, last, touched) if touched
        else dict(last, properties=dict(last.properties, **seen))) }}
  {% endif %}
  {% set record = found.record %}
  {% do log(node.name ~ ': the run of ' ~ record['tablestore.committed-at'] ~ ' was stopped before it had finished'
      ~ ' commit ' ~ record['tablestore.commit'] ~ ', which this run completes: '
      ~ tablestore._counts_text(fromjson(record['tablestore.counts'])), info=true) %}
  {% set commit = tablestore._commit_from_properties(relation, last, last.switched is not none, record) %}
  {% set commit = dict(commit, version=found.version) %}
  {% set plan = tablestore._recorded_plan(node, relation, record, commit) %}
  {% do tablestore._publish(node, relation, plan, commit, again=true) %}
  {% do tablestore._cache_side_tables(plan, relation, commit) %}
  {{ return(tablestore.settled_commit(node, relation, true)) }}
{% endmacro %}

{#
  Takes over a table that a version before 0.1.0 has written, once, and returns its last commit. A commit that was
  claimed and not sealed is completed, see `_complete_earlier`; a claimed rebuild that has not replaced the table has
  changed nothing. Then the claims and the staged rows are dropped, and properties of the table say that it is taken
  over. A run that is killed before that begins again.

    rebuild  whether this run replaces the table: then it needs no commit whose staged rows are gone, and their claim
             stays in case that the run fails
#}
{% macro _taken_over(node, relation, last, rebuild=false) %}
  {% set left = tablestore._earlier_commit(relation, last) %}
  {% if not left %}
    {{ return(last) }}
  {% endif %}
  {% set run = tablestore._run_of(left.claim or last.properties) %}
  {% set lost = tablestore.side_table(relation, '__commit_' ~ left.id, last.side_schema)
      ~ ' with its staged rows is gone' %}
  {% if left.stage %}
    {% do tablestore._complete_earlier(node, relation, last, left.id, left.stage) %}
  {% elif left.claim and rebuild %}
    {% do log(node.name ~ ': leaving out commit ' ~ left.claim['tablestore.commit'] ~ ' of an earlier run (' ~ run
        ~ '): ' ~ lost, info=true) %}
    {{ return(last) }}
  {% elif left.claim %}
    {% do tablestore.fail(relation | string, [
      'commit ' ~ left.claim['tablestore.commit'] ~ ' of an earlier run (' ~ run ~ ') cannot be completed: ' ~ lost
          ~ ', and the table may have a part of it',
      tablestore._to_rebuild(tablestore.versioned_name(node), relation, last.definition.system_time),
    ]) %}
  {% elif left.id %}
    {% do log(node.name ~ ': the rebuild of an earlier run (' ~ run ~ ') is complete but for its changelog: ' ~ lost,
        info=true) %}
  {% endif %}
  {% for found in left.tables.values() %}
    {% set format = tablestore._format(found.properties['tablestore.format']) %}
    {% set drop = format.drop_claim if 'tablestore.rebuild' in found.properties else format.drop %}
    {% do tablestore._run([tablestore._drop_statement({'drop': drop}, found.table)]) %}
    {% do tablestore._adapter_cache([], [found.table]) %}
  {% endfor %}
  {{ return(tablestore._marked_as_taken_over(relation, last) if last.exists else last) }}
{% endmacro %}

{#
  Completes a commit that a run of a version before 0.1.0 has claimed and not sealed. Each step can be repeated: the
  changes go to the changelog unless it has them, the staged rows are absolute values, and the seal is that of the
  earlier version, so that the next run still looks for what that has left. A rebuild has replaced the table by all of
  its rows already.

    id      the id of the staged rows
    stored  the properties of the table that has them
#}
{% macro _complete_earlier(node, relation, last, id, stored) %}
  {% set record = tablestore._earlier_record(relation, stored) %}
  {% set commit = tablestore._commit_from_properties(relation, last, false, record) %}
  {% set plan = tablestore._earlier_plan(node, relation, last, commit) %}
  {% do log(node.name ~ ': completing commit ' ~ commit.number ~ ', which a run of an earlier version ('
      ~ tablestore._run_of(record)
      ~ ') left unfinished', info=true) %}
  {% set counts = dict(tablestore.query_rows(tablestore.counting_query(plan))[0], duration_ms=0) %}
  {% do record.update(tablestore._recorded_counts_property(counts)) %}
  {% set commit = dict(commit, properties=record) %}
  {% do tablestore._run(tablestore._log_repeated(plan, commit)) %}
  {% if last.number or last.properties.get('tablestore.staged') != id %}
    {% set repeated = tablestore._single_switch(plan, commit,
        tablestore._merge_statement(plan, tablestore._branch_or_table(plan), insert=true)) %}
    {% do tablestore._run(repeated.writing) %}
    {% set commit = tablestore._switched(plan, relation, commit, repeated.switching) %}
  {% endif %}
  {% set row = ' where commit = ' ~ commit.number ~ ' and epoch = '
      ~ tablestore.string_literal(record['tablestore.epoch']) %}
  {% set has_row = commit.has_history and tablestore.query_rows('select 1 as found from ' ~ plan.history_table ~ row) %}
  {% set publishing = [] if has_row else tablestore._history_statements(plan, commit) %}
  {% for table in commit.former_tables.values() %}
    {% do publishing.append(tablestore._drop_statement(plan.table_format, table)) %}
  {% endfor %}
  {% do record.pop('tablestore.serial') %}
  {% set property = tablestore._property_names(record['tablestore.epoch']).commits ~ commit.number %}
  {% set sealing = tablestore._property_statement(plan, {property: tojson(record, sort_keys=true)}) %}
  {% set cleaning = tablestore._clean_statements(dict(plan, kept_tables=[]),
      commit) + tablestore._clean_statements(dict(plan, kept_tables=[], branch='commit_' ~ id), commit) %}
  {% do tablestore._run(publishing + [sealing] + cleaning) %}
  {% do tablestore._cache_side_tables(plan, relation, commit) %}
{% endmacro %}

{# The record of such a commit, from the properties of the table with its staged rows: the same in each attempt. #}
{% macro _earlier_record(relation, stored) %}
  {% set record, number, id = {}, stored['tablestore.commit'] | int, stored['tablestore.staged'] %}
  {% set others = ['tablestore.claims', 'tablestore.staged', 'tablestore.staged-at'] %}
  {% for name, value in stored.items() if name.startswith('tablestore.') and name not in others %}
    {% do record.update({name: value}) %}
  {% endfor %}
  {% set input = ['__input_' ~ id] if record['tablestore.changelog-producer'].startswith('input') else [] %}
  {% do record.update({
    'tablestore.commit': number,
    'tablestore.serial': number,
    'tablestore.writer': 'tablestore-' ~ local_md5(relation | string)[:16],
    'tablestore.run': id,
    'tablestore.kept': tojson(input + ['__commit_' ~ id]),
    'tablestore.log': id if record['tablestore.changelog-start'] | int == number - 1 else '',
  }) %}
  {{ return(record) }}
{% endmacro %}

{# The plan of such a commit: columns are those of its staged rows, and its branch belongs to this run. #}
{% macro _earlier_plan(node, relation, last, commit) %}
  {% set plan = tablestore._recorded_plan(node, relation, commit.properties, commit) %}
  {% set staged = tablestore._columns(tablestore._describe_table(tablestore.side_table(relation, '__commit_'
      ~ commit.properties['tablestore.run'], last.side_schema), of_run=true)) %}
  {% set written_at = staged | selectattr('lower_name', 'equalto', '_written_at') | list %}
  {% set stored = tablestore._columns(tablestore._describe_table(relation)) if written_at else [] %}
  {{ return(dict(plan, branch='commit_' ~ tablestore._commit_id(relation, commit.number) if plan.branch else none,
      expiry={'column': written_at[0]} if written_at else none,
      missing_columns=stored | rejectattr('lower_name', 'in', staged | map(attribute='lower_name') | list) | list)) }}
{% endmacro %}

{#
  Records the version of a table that has the rows of its last commit, and its serial, once. The version is read before
  the properties, or together with them: if they do not say that another run has done this, no later commit is in the
  version.
#}
{% macro _marked_as_taken_over(relation, last) %}
  {% set version = none if 'current-snapshot-id' in last.properties
      else tablestore._adapter_last_version(relation)[0].version %}
  {% set now = tablestore.last_commit(relation, true) %}
  {% if 'tablestore.serial' in now.properties %}
    {{ return(now) }}
  {% endif %}
  {% set version = now.snapshot if version is none else version %}
  {% do tablestore._run([tablestore._property_statement({'table': relation}, dict({'tablestore.serial': now.serial},
      **({} if version is none else {'tablestore.version': version})))]) %}
  {{ return(tablestore.last_commit(relation, true)) }}
{% endmacro %}
