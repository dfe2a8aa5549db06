{# What a commit records about its table, its changelog and what it has read; without a plan, the same as the last commit. #}
{% macro _described(plan, last, number, now, rebuild, starts, offsets, states) %}
  {% if not plan %}
    {{ return(tablestore._last_described(last)) }}
  {% endif %}
  {% set compacted = number - 1 if starts else last.compacted %}
  {% set compacted_at = last.compacted_at if last.compacted_at and not starts else now %}
  {% set compacts = tablestore._is_compaction_due(plan.changelog, number - compacted, compacted_at, now) %}
  {{ return({
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
    'tablestore.cluster-by': tojson(plan.layout.cluster_by or []),
    'tablestore.compacted': number if compacts else compacted,
    'tablestore.compacted-at': now if compacts else compacted_at,
    'tablestore.states': states,
    'tablestore.offsets': tojson(offsets, sort_keys=true),
  }) }}
{% endmacro %}

{# What the last commit has recorded. The other properties are those of the table, and not of a commit. #}
{% macro _last_described(last) %}
  {% set described, others = {}, ['switched', 'version', 'expired-at', 'next-state-since'] %}
  {% for name, value in last.properties.items() if name.startswith('tablestore.') and not name.startswith('tablestore.tag.') and name[11:] not in others %}
    {% do described.update({name: value}) %}
  {% endfor %}
  {{ return(described) }}
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
