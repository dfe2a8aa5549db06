{#
  Deletes changes that are older than `changelog_time_retained`, except those that a reader of the changelog has not read
  yet, and those since a tag. The time is compared, too, so that a run that is late deletes no changes of a rebuild. The new start of the changelog is recorded first, so a reader never gets an incomplete range;
  it is never before the old one, where a reader or a tag may be. Returns the statements that ran.
#}
{% macro _trim_changelog(plan, node, commit) %}
  {% set statements, log = [], plan.changelog %}
  {% if log and log.pending_table and commit.compacts and not commit.starts_changelog %}
    {% do statements.append('delete from ' ~ log.pending_table ~ ' where _commit <= ' ~ commit.properties['tablestore.compacted']
        ~ ' and _committed_at <= ' ~ tablestore._timestamp_literal(commit.properties['tablestore.committed-at'])) %}
  {% endif %}
  {% set old = tablestore._last_old_commit(log, commit) if log and log.retained else none %}
  {% if old is not none %}
    {% set read = [old | int] %}
    {% for reader in tablestore._changelog_readers(node, commit.properties['tablestore.epoch']) if reader.commit < old %}
      {% do read.append(reader.commit) %}
      {% do tablestore._log_slow_reader(node, reader) %}
    {% endfor %}
    {% for tag in tablestore._tags(tablestore._table_properties(plan.table)).values() if tag.epoch == commit.properties['tablestore.epoch'] %}
      {% do read.append(tag.commit - 1) %}
    {% endfor %}
    {% set start = [read | min, commit.properties['tablestore.changelog-start'] | int] | max %}
    {% do statements.extend([
      tablestore.properties_statement(plan, {tablestore._start_property(commit.properties['tablestore.epoch'], start): 'trimmed'}),
      'delete from ' ~ log.table ~ ' where _commit <= ' ~ start ~ ' and _committed_at < ' ~ tablestore._oldest_kept_time(log, commit),
    ]) %}
  {% endif %}
  {{ return(tablestore._attempt(plan, statements)) }}
{% endmacro %}

{# The last commit whose changes are too old for the changelog; none if there is none. #}
{% macro _last_old_commit(log, commit) %}
  {{ return(tablestore._rows('select max(_commit) as last from ' ~ log.table ~ ' where _committed_at < ' ~ tablestore._oldest_kept_time(log, commit))[0].last) }}
{% endmacro %}

{% macro _oldest_kept_time(log, commit) %}
  {{ return(tablestore._shifted_time(tablestore._timestamp_literal(commit.properties['tablestore.committed-at']), '-', log.retained)) }}
{% endmacro %}

{% macro _log_slow_reader(node, reader) %}
  {% do log(node.name ~ ': ' ~ reader.name ~ ' has read the changelog up to commit ' ~ reader.commit
      ~ '; later changes are kept for it, longer than changelog_time_retained', info=true) %}
{% endmacro %}
