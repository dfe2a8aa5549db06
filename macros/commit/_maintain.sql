{#
  Maintains the tables of a model after its commit, and returns the statements that ran: in every run, too old changes
  go; after every so many commits, see `_read_maintenance`, all tables are compacted.
#}
{% macro _maintain(plan, node, relation, last, commit) %}
  {% set settings = plan.options.maintenance %}
  {% set trimming = tablestore._maintain_changelog(plan, node, commit) if plan.changelog else [] %}
  {% set serial = commit.properties['tablestore.serial'] | int %}
  {% if not settings or commit.properties['tablestore.maintained'] | int != serial %}
    {{ return(trimming) }}
  {% endif %}
  {% if plan.deletes %}
    {% set trimming = trimming + tablestore._maintain_with(plan, [tablestore._deletes_trimmed(plan, commit)]) %}
  {% endif %}
  {# only a rebuild sorts a table, and Iceberg does not compact one as sorted that has no order #}
  {% set sorted = [plan.table] if plan.layout.cluster_by and (commit.rebuild or 'sort-order' in last.properties)
      else [] %}
  {{ return(trimming + tablestore._maintain_part(plan, tablestore._maintain_tables, relation, last, settings,
      sorted)) }}
{% endmacro %}

{#
  Calls a macro that maintains tables of a sealed commit, with the plan and the arguments that follow; returns the
  statements that it returns. It also looks at tables of others, which may be gone by now: the commit is complete
  whatever happens here, so an error is a warning, as in `_maintain_with`.
#}
{% macro _maintain_part(plan, part) %}
  {% set tried = tablestore._run_macro(part, plan, *varargs) %}
  {% do tablestore._warn_of_maintenance(plan, tried.problem) if tried.problem %}
  {{ return(tried.answer or []) }}
{% endmacro %}

{% macro _warn_of_maintenance(plan, problem) %}
  {% do tablestore.warn(plan.model ~ ': the commit is complete, but its tables were not maintained: ' ~ problem) %}
{% endmacro %}

{#
  Deletes changes that are older than `changelog_time_retained`, except those that a reader of the changelog has not
  read yet, and those since a tag. The time is compared, too, so that a run that is late deletes no changes of a
  rebuild. The new start of the changelog is recorded first, so a reader never gets an incomplete range; it is never
  before the old one, where a reader or a tag may be. Returns the statements that ran.
#}
{% macro _maintain_changelog(plan, node, commit) %}
  {% set statements, log, properties = [], plan.changelog, commit.properties %}
  {% set time = tablestore._timestamp_literal(properties['tablestore.committed-at'])
      if log.pending_table or log.retained else none %}
  {% if log.pending_table and commit.compacts and not commit.starts_changelog %}
    {% do statements.append({'step': 'expire', 'sql': 'delete from ' ~ log.pending_table ~ ' where _commit <= '
        ~ properties['tablestore.compacted'] ~ ' and _committed_at <= ' ~ time}) %}
  {% endif %}
  {% if log.retained %}
    {% do statements.extend(tablestore._maintain_part(plan, tablestore._trimming, node, properties,
        tablestore._shifted_time(time, '-', log.retained))) %}
  {% endif %}
  {{ return(tablestore._maintain_with(plan, statements) if statements else []) }}
{% endmacro %}

{# The statements that delete the changes before a time; none if there are no such changes. #}
{% macro _trimming(plan, node, properties, limit) %}
  {% set old = tablestore.query_rows('select max(_commit) as last from ' ~ plan.changelog.table
      ~ ' where _committed_at < ' ~ limit)[0].last %}
  {% if old is none %}
    {{ return([]) }}
  {% endif %}
  {% set old, epoch = old | int, properties['tablestore.epoch'] %}
  {% set read = [old] %}
  {% for reader in tablestore._changelog_readers(node, epoch) if reader.commit < old %}
    {% do read.append(reader.commit) %}
    {% do log(node.name ~ ': ' ~ reader.name ~ ' has read the changelog up to commit ' ~ reader.commit
        ~ '; later changes are kept for it, longer than changelog_time_retained', info=true) %}
  {% endfor %}
  {% for tag in tablestore._tags(tablestore.table_properties(plan.table)).values() if tag.epoch == epoch %}
    {% do read.append(tag.commit - 1) %}
  {% endfor %}
  {% set start = [read | min, properties['tablestore.changelog-start'] | int] | max %}
  {{ return([
    tablestore._property_statement(plan, {tablestore._property_names(epoch).starts ~ start: 'trimmed'}, 'expire'),
    {'step': 'expire', 'sql': 'delete from ' ~ plan.changelog.table ~ ' where _commit <= ' ~ start
        ~ ' and _committed_at < ' ~ limit},
  ]) }}
{% endmacro %}

{#
  Runs statements that maintain the tables of a sealed commit, and returns those that ran. Nothing depends on them, so
  an error, for example because another program maintains the table too, is a warning, and the next run tries again.
#}
{% macro _maintain_with(plan, statements) %}
  {% set tried = tablestore._attempt_maintenance(statements) %}
  {% do tablestore._warn_of_maintenance(plan, tried.problem) if tried.problem %}
  {{ return(statements[:tried.ran]) }}
{% endmacro %}

{# Combines the files of all tables, and drops their old snapshots and what killed runs have left. #}
{% macro _maintain_tables(plan, relation, last, settings, sorted) %}
  {% set tables, now = [plan.table, plan.history_table] + tablestore._log_tables(plan.changelog)
      + ([plan.deletes.table | string] if plan.deletes else []), tablestore._clock_now() %}
  {% set expired_at = last.properties.get('tablestore.expired-at') %}
  {% set expires = tablestore._is_expiry_due(expired_at, settings.keep_history, now) %}
  {% set locked = tablestore._adapter_has_lock(relation) %}
  {% do tablestore._drop_left_tables(relation, last, locked) %}
  {% set statements = tablestore._left_branches(tables, plan.format, last.serial)
      + tablestore.maintenance_statements(plan.format, plan.catalog, tables, settings.keep_history, now,
                                          sorted=sorted, expires=expires, locked=locked) %}
  {% if expires %}
    {% do statements.append(tablestore._property_statement(plan, {'tablestore.expired-at': now.isoformat()},
        'expire')) %}
  {% endif %}
  {{ return(tablestore._maintain_with(plan, statements)) }}
{% endmacro %}

{# Whether old snapshots are dropped again: after a day, or `keep_history`. A time to come is of another clock. #}
{% macro _is_expiry_due(expired_at, keep_history, now) %}
  {% set wait = modules.datetime.timedelta(milliseconds=[keep_history, 86400000] | min) %}
  {% set time = modules.datetime.datetime.fromisoformat(expired_at) if expired_at else none %}
  {{ return(time is none or time > now or time + wait <= now) }}
{% endmacro %}
