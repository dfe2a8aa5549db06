{#
  What a commit writes to its changelog, as [{table, columns, rows}]. When several commits are compacted together, the changes wait
  in a table of their own, and the compaction writes their net result.
#}
{% macro _log_writes(plan, commit) %}
  {% set changelog = plan.changelog %}
  {% set waits = changelog.pending_table and not (commit.compacts and commit.compacted == commit.number - 1) %}
  {% set columns = (plan.columns + plan.kept_columns) | map(attribute='quoted') | list %}
  {% set written = changelog.columns or columns + tablestore._log_columns() %}
  {% if changelog.input_table %}
    {% set changes = tablestore._input_query(plan) %}
  {% elif commit.rebuild %}
    {% set changes = 'select ' ~ tablestore._wrapped(columns + ["'+I' as _row_kind"], 2) ~ '\nfrom ' ~ plan.table ~ ' version as of ' ~ commit.version %}
  {% else %}
    {% set changes = tablestore.changes_query(plan, plan.commit_table, all=waits and changelog.ignored) %}
  {% endif %}
  {% set target = changelog.pending_table if waits else changelog.table %}
  {% set writes = [{'table': target, 'columns': written, 'rows': tablestore._log_rows(commit, written, columns, changes) | trim}] %}
  {% if waits and commit.compacts %}
    {% set pending = tablestore._branch_of(plan, target) if tablestore.formats()[plan.format].has_branches else target %}
    {% set rows = pending ~ '\nwhere _commit > ' ~ commit.compacted ~ ' and _commit <= ' ~ commit.number %}
    {% set compared = tablestore._compared_columns(plan) %}
    {% set changed = none if compared is none else tablestore._differs(compared, '_first', '_last', logged=true) %}
    {% set net = tablestore.net_query(plan.key_columns | map(attribute='quoted') | list, columns, rows, changed) %}
    {% do writes.append({'table': changelog.table, 'columns': written, 'rows': tablestore._log_rows(commit, written, columns, net) | trim}) %}
  {% endif %}
  {{ return(writes) }}
{% endmacro %}

{# What a changelog has beside the columns of the table, quoted. #}
{% macro _log_columns() %}
  {{ return(['`_row_kind`', '`_commit`', '`_committed_at`']) }}
{% endmacro %}

{# The changes as rows of a changelog with these columns. A column that the table no longer has is null. #}
{% macro _log_rows(commit, written, columns, changes) %}
{% set values = {
  '`_row_kind`': '_row_kind',
  '`_commit`': 'cast(' ~ commit.number ~ ' as bigint) as _commit',
  '`_committed_at`': tablestore._timestamp_literal(commit.properties['tablestore.committed-at']) ~ ' as _committed_at',
} %}
{% set selected = [] %}
{% for column in written %}
  {% do selected.append(values.get(column) or (column if column in columns else 'null as ' ~ column)) %}
{% endfor %}
select {{ tablestore._wrapped(selected, 2) }}
from (
  {{ changes | trim | indent(2) }}
)
{%- endmacro %}

{# The rows of the batch as they were given, with their row kinds. #}
{% macro _input_query(plan) %}
select {{ tablestore._wrapped(plan.columns | map(attribute='quoted') | list + ['_kind as _row_kind'], 2) }}
from {{ plan.changelog.input_table }}
{%- endmacro %}
