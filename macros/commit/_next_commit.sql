{#
  The commit that a run makes, see `_commit_schema`.

    rebuild  whether it replaces the table
    starts   whether the changelog starts with it
    offsets  up to which commit it reads the changes of other tables
    states   how long the states of the model are kept, as text
    id       the name of its branch and of its tables, see `_commit_id`
#}
{% macro _next_commit(plan, relation, last, rebuild=false, starts=true, offsets={}, states='', id='') %}
  {% set number = 1 if rebuild else last.number + 1 %}
  {% set now = tablestore._next_time(last) %}
  {% set compacted = number - 1 if starts else last.compacted %}
  {% set compacted_at = last.compacted_at if last.compacted_at and not starts else now %}
  {% set compacts = tablestore._is_compaction_due(plan.changelog, number - compacted, compacted_at, now) %}
  {{ return(tablestore._commit_from_properties(relation, last, rebuild, {
    'tablestore.epoch': tablestore._new_epoch(relation) if rebuild or not last.epoch else last.epoch,
    'tablestore.commit': number,
    'tablestore.serial': last.serial + 1,
    'tablestore.writer': tablestore._writer_of(relation),
    'tablestore.run': id,
    'tablestore.kept': tojson(tablestore._kept_suffixes(plan, id)),
    'tablestore.primary-key': tablestore._joined_names(plan.key_columns | map(attribute='name') | list),
    'tablestore.null-key': 'keep' if plan.keeps_null_keys else 'refuse' if rebuild or last.null_key == 'refuse' else 'in-changelog',
    'tablestore.merge-engine': plan.engine,
    'tablestore.definition': tojson(plan.definition, sort_keys=true),
    'tablestore.format': plan.format,
    'tablestore.column-types': tojson(tablestore._narrow_types(plan), sort_keys=true),
    'tablestore.state-ttl': plan.expiry.ttl if plan.expiry and (plan.expiry.stored or rebuild) else 'none',
    'tablestore.state-since': (plan.expiry.since or '') if plan.expiry and not rebuild else '',
    'tablestore.changelog-producer': tablestore._producer_kind(plan),
    'tablestore.changelog-compares': 'true' if plan.changelog and plan.changelog.ignored is not none else 'false',
    'tablestore.changelog-ignores': tojson(plan.changelog.ignored or [] if plan.changelog else []),
    'tablestore.changelog-start': number - 1 if starts else last.changelog_start,
    'tablestore.changelog-complete': 'true' if rebuild or (last.changelog_complete and not starts) else 'false',
    'tablestore.log': last.properties.get('tablestore.log', ''),
    'tablestore.cluster-by': tojson(plan.layout.cluster_by or []),
    'tablestore.compacted': number if compacts else compacted,
    'tablestore.compacted-at': now if compacts else compacted_at,
    'tablestore.committed-at': now,
    'tablestore.made-at': tablestore._made_at(),
    'tablestore.invocation-id': invocation_id,
    'tablestore.history-columns': tablestore._history_order(relation, last, plan.side_schema) | join(','),
    'tablestore.side-tables': tablestore._recorded_place(plan, last, rebuild),
    'tablestore.states': states,
    'tablestore.offsets': tojson(offsets, sort_keys=true),
  })) }}
{% endmacro %}

{# Whether the changes of so many commits are written to the changelog now. #}
{% macro _is_compaction_due(changelog, commits, compacted_at, now) %}
  {% if not changelog or changelog.pending_table is none %}
    {{ return(true) }}
  {% elif changelog.commits %}
    {{ return(commits >= changelog.commits) }}
  {% endif %}
  {{ return(tablestore._rows('select ' ~ tablestore._shifted_time(tablestore._timestamp_literal(compacted_at), '+', changelog.interval) ~ ' <= '
      ~ tablestore._timestamp_literal(now) ~ ' as due')[0].due) }}
{% endmacro %}

{# The suffixes of the tables that the run keeps until the commit is published. #}
{% macro _kept_suffixes(plan, id) %}
  {% set suffixes = [] %}
  {% do suffixes.append('__commit_' ~ id) if plan.commit_table in plan.kept_tables %}
  {% do suffixes.append('__input_' ~ id) if plan.changelog and plan.changelog.input_table in plan.kept_tables %}
  {{ return(suffixes) }}
{% endmacro %}
