{#
  The commit that a run makes, see `_commit_schema`.

    plan     none for a commit that changes nothing of what the last one says about the table
    rebuild  whether it replaces the table
    starts   whether the changelog starts with it
    offsets  up to which commit it reads the changes of other tables
    states   how long the states of the model are kept, as text
    id       the name of its branch and of its tables, see `_commit_id`
#}
{% macro _next_commit(plan, relation, last, rebuild=false, starts=true, offsets={}, states='', id='') %}
  {% set number = 1 if rebuild else last.number + 1 %}
  {% set time = tablestore._next_time(last, is_later=plan and plan.options.system_time, rebuild=rebuild) %}
  {% set now = time.at %}
  {% do tablestore._warn_of_last_time(plan, time) if time.is_ahead and not rebuild and plan
      and (plan.expiry or plan.options.versions_retained) %}
  {% set schema = plan.side_schema if plan else last.side_schema %}
  {% set described = tablestore._described(plan, last, number, now, rebuild, starts, offsets, states) if plan
      else tablestore._last_described(last) %}
  {% set commits = plan.side_tables['__commits'] if plan else tablestore.side_table(relation, '__commits', schema) %}
  {% set has_history = load_relation(commits) is not none %}
  {% set names = tablestore._history_counts(is_view=plan and plan.is_view) %}
  {# what the run has seen on Delta, so that the next one finds what others write meanwhile: the seal, or a later one #}
  {% set read = {} if rebuild or not last.version or 'current-snapshot-id' in last.properties
      else {'tablestore.read-version': last.properties.get('tablestore.seen-version')
          or last.properties.get('tablestore.checked-version') or last.version | int + 1} %}
  {% set history = tablestore._history_order(relation, last, schema, has_history, names) %}
  {{ return(tablestore._commit_from_properties(relation, last, rebuild, dict(dict(described, **read), **{
    'tablestore.epoch': local_md5(invocation_id ~ relation) if rebuild or not last.epoch else last.epoch,
    'tablestore.commit': number,
    'tablestore.starts-changelog': 'true' if plan and starts else 'false',
    'tablestore.serial': last.serial + 1,
    'tablestore.maintained': tablestore._maintained_serial(plan, last, last.serial + 1),
    'tablestore.writer': tablestore._commit_writer(relation, last),
    'tablestore.run': id,
    'tablestore.kept': tojson(tablestore._kept_suffixes(plan, id) if plan and plan.kept_tables else []),
    'tablestore.log': last.properties.get('tablestore.log', ''),
    'tablestore.committed-at': now,
    'tablestore.made-at': tablestore._clock_made_at(),
    'tablestore.invocation-id': invocation_id,
    'tablestore.history-columns': history | join(','),
    'tablestore.side-tables': tojson(tablestore._next_place(relation, schema, last, rebuild), sort_keys=true)
        if schema or rebuild else '{}',
  }), has_history)) }}
{% endmacro %}

{# Says that the clock of the last commit counts, and not that of the run, see `_next_time`. #}
{% macro _warn_of_last_time(plan, time) %}
  {% do tablestore.warn(plan.model ~ ': the time of its last commit, ' ~ time.last ~ ', is later than the clock of '
      ~ 'this run, ' ~ time.clock ~ ', and counts in place of it: rows that are written now expire as if they were '
      ~ 'written then. If a clock was wrong, '
      ~ tablestore._to_rebuild(plan.model, plan.table, plan.options.system_time)) %}
{% endmacro %}

{#
  The serial of the last commit that was followed by a maintenance, see `_maintain`: this one's if enough commits have
  been made since. Serials count on over rebuilds and commits of operations, so none of them puts it off.
#}
{% macro _maintained_serial(plan, last, serial) %}
  {% set settings = plan.options.maintenance if plan else none %}
  {% set before = last.properties.get('tablestore.maintained', 0) | int %}
  {{ return(serial if settings and serial - before >= settings.compact_every else before) }}
{% endmacro %}

{# What a commit records about its table, its changelog and what it has read. #}
{% macro _described(plan, last, number, now, rebuild, starts, offsets, states) %}
  {% set compacted = number - 1 if starts else last.compacted %}
  {% set compacted_at = last.compacted_at if last.compacted_at and not starts else now %}
  {% set waits = plan.changelog and plan.changelog.pending_table is not none %}
  {% set compacts = not waits or tablestore._is_compaction_due(plan.changelog, number - compacted, compacted_at, now) %}
  {% set null_key = 'refuse' if rebuild or last.null_key == 'refuse' else 'in-changelog' %}
  {# the columns that the changelog has, beside its own three, and that the table has dropped #}
  {% set known = (plan.columns + plan.missing_columns) | map(attribute='quoted') | map('lower') | list %}
  {% set left = ((plan.changelog or {}).columns or []) | map('lower') | reject('in', known) | list %}
  {% set own = tablestore._log_columns({'delete_sequence': true}) if left | length > 3 else left %}
  {% set left = left | reject('in', own) | list %}
  {% set kept = {'tablestore.left-columns': tojson(left)} if left else {} %}
  {% for name in ['tablestore.undone'] + (['tablestore.horizon', 'tablestore.removed'] if plan.versions else []) %}
    {% do kept.update({name: last.properties[name]}) if name in last.properties and not rebuild %}
  {% endfor %}
  {{ return(dict(kept, **{
    'tablestore.primary-key': tablestore._joined_names(plan.key_columns | map(attribute='name') | list),
    'tablestore.null-key': 'keep' if plan.keeps_null_keys else null_key,
    'tablestore.merge-engine': plan.engine,
    'tablestore.definition': tojson(tablestore._continued_definition(plan, last) if plan.missing_columns
        else plan.definition, sort_keys=true),
    'tablestore.format': plan.format,
    'tablestore.column-types': tojson(plan.narrow_types, sort_keys=true),
    'tablestore.state-ttl': plan.expiry.ttl if plan.expiry and (plan.expiry.stored or rebuild) else 'none',
    'tablestore.state-since': (plan.expiry.since or '') if plan.expiry and not rebuild else '',
    'tablestore.changelog-producer': plan.changelog.kind if plan.changelog else 'none',
    'tablestore.changelog-compares': 'true' if plan.changelog and plan.changelog.ignored is not none else 'false',
    'tablestore.changelog-ignores': tojson(plan.changelog.ignored or [] if plan.changelog else []),
    'tablestore.changelog-delete-sequence': (plan.changelog.delete_sequence or '') if plan.changelog else '',
    'tablestore.changelog-start': number - 1 if starts else last.changelog_start,
    'tablestore.changelog-complete': 'true' if rebuild or (last.changelog_complete and not starts) else 'false',
    'tablestore.cluster-by': tojson(plan.layout.cluster_by or []),
    'tablestore.compacted': number if compacts else compacted,
    'tablestore.compacted-at': now if compacts else compacted_at,
    'tablestore.states': states,
    'tablestore.offsets': tojson(offsets, sort_keys=true),
  })) }}
{% endmacro %}

{#
  The definition of the plan with that of the columns that only the table has: a SELECT that has such a column again
  must merge it as before.
#}
{% macro _continued_definition(plan, last) %}
  {% set kept = {} %}
  {% for column in plan.missing_columns if 'fields.' ~ column.lower_name in last.definition %}
    {% do kept.update({'fields.' ~ column.lower_name: last.definition['fields.' ~ column.lower_name]}) %}
  {% endfor %}
  {{ return(dict(plan.definition, **kept)) }}
{% endmacro %}

{# Whether the changes of so many commits, which have waited, are written to the changelog now. #}
{% macro _is_compaction_due(changelog, commits, compacted_at, now) %}
  {% if changelog.commits %}
    {{ return(commits >= changelog.commits) }}
  {% endif %}
  {% set due = tablestore._shifted_time(tablestore._timestamp_literal(compacted_at), '+', changelog.interval) %}
  {{ return(tablestore.query_rows('select ' ~ due ~ ' <= ' ~ tablestore._timestamp_literal(now) ~ ' as due')[0].due) }}
{% endmacro %}

{#
  What the last commit has recorded, for a commit without a plan. The other properties are those of the table, and not
  of a commit.
#}
{% macro _last_described(last) %}
  {% set described, others = {}, ['tablestore.switched', 'tablestore.version', 'tablestore.expired-at',
      'tablestore.next-state-since', 'tablestore.refresh', 'tablestore.files', 'tablestore.read-version',
      'tablestore.seen-version', 'tablestore.checked-version'] %}
  {% for name, value in last.properties.items()
      if name.startswith('tablestore.') and not name.startswith('tablestore.tag.') and name not in others %}
    {% do described.update({name: value}) %}
  {% endfor %}
  {{ return(described) }}
{% endmacro %}

{#
  The counts of the table of commits, in the order of its columns: those that an earlier release has created, then those
  that this commit adds. A table whose last commit is of this release says so in its properties, so that a run need not
  look; not as commit 0, which is not in the history.

    exists  whether there is one in the schema of the side tables
    names   what the commit has values for
#}
{% macro _history_order(relation, last, side_schema, exists, names) %}
  {% set schema = side_schema if exists else last.side_schema %}
  {% set has_moved = schema != side_schema
      and load_relation(tablestore.side_table(relation, '__commits', schema)) is not none %}
  {% set stored = tablestore._commit_counts(relation, schema, last) if exists or has_moved else [] %}
  {{ return(stored + names | reject('in', stored) | list) }}
{% endmacro %}

{# The suffixes of the tables that the run keeps until the commit is published. #}
{% macro _kept_suffixes(plan, id) %}
  {% set suffixes = [] %}
  {% do suffixes.append('__commit_' ~ id) if plan.commit_table in plan.kept_tables %}
  {% do suffixes.append('__input_' ~ id) if plan.changelog and plan.changelog.input_table in plan.kept_tables %}
  {{ return(suffixes) }}
{% endmacro %}

{#
  Where the side tables are: their schema and the table that they belong to; empty for side tables in the schema of the
  table. `moved_from` is the schema that a rebuild moves them from.
#}
{% macro _next_place(relation, schema, last, rebuild) %}
  {% set place = {'schema': schema, 'table': relation | string} if schema else {} %}
  {% if rebuild and last.epoch and last.side_schema != schema %}
    {% do place.update({'moved_from': last.side_schema}) %}
  {% endif %}
  {{ return(place) }}
{% endmacro %}

{#
  The schema of the side tables in the next commit; none for that of the table. They stay where they are until a
  rebuild, because they have the changes that other models have not read yet.
#}
{% macro _next_side_schema(last, rebuild) %}
  {{ return(last.side_schema if last.epoch and not rebuild else tablestore.profile_side_schema()) }}
{% endmacro %}
