{#
  Writes the commit's changes to the changelog, before the table has them: readers stop at the commit that the table is
  sealed with. When several commits are compacted together, the changes wait in a table of their own, and the compaction
  writes their net result.

    again  true when an earlier run may have written them
#}
{% macro log_statements(plan, commit, again=false) %}
  {% set changelog, statements = plan.changelog, [] %}
  {% if not changelog %}
    {{ return([]) }}
  {% endif %}
  {% set waits = changelog.pending_table and not (commit.compacts and commit.compacted == commit.number - 1) %}
  {% set columns = (plan.columns + plan.kept_columns) | map(attribute='quoted') | list %}
  {% set changes = tablestore._input_query(plan) if changelog.input_table else tablestore.changes_query(plan, plan.commit_table, all=waits and changelog.ignored) %}
  {% set target = changelog.pending_table if waits else changelog.table %}
  {% if commit.starts_changelog %}
    {% set rows = tablestore._log_rows(commit, columns + tablestore._log_columns(), columns, changes) | trim %}
    {% for table in [changelog.table] + ([changelog.pending_table] if changelog.pending_table else []) %}
      {% do statements.append(tablestore.create_log_table(plan, table, rows if table == target else rows ~ '\nwhere false')) %}
    {% endfor %}
  {% else %}
    {% do statements.extend(tablestore._log_insert(plan, commit, columns, target, changes, again)) %}
  {% endif %}
  {% if waits and commit.compacts %}
    {% set rows = changelog.pending_table ~ '\nwhere _commit > ' ~ commit.compacted ~ ' and _commit <= ' ~ commit.number
        ~ '\n  and (select count(*) >= 0 from ' ~ plan.commit_table ~ ')' %}
    {% set compared = tablestore._compared_columns(plan) %}
    {% set changed = none if compared is none else tablestore._differs(compared, '_first', '_last', logged=true) %}
    {% set net = tablestore.net_query(plan.key_columns | map(attribute='quoted') | list, columns, rows, changed) %}
    {% do statements.extend(tablestore._log_insert(plan, commit, columns, changelog.table, net, again)) %}
  {% endif %}
  {{ return(statements) }}
{% endmacro %}

{# What a changelog has beside the columns of the table, quoted. #}
{% macro _log_columns() %}
  {{ return(['`_row_kind`', '`_commit`', '`_committed_at`']) }}
{% endmacro %}

{% macro _log_insert(plan, commit, columns, table, changes, again) %}
  {% set written = columns + tablestore._log_columns() %}
  {% if not tablestore.formats()[plan.format].insert_options %}
    {% set written = plan.changelog.columns or written %}
  {% endif %}
  {% set rows = tablestore._log_rows(commit, written, columns, changes) | trim %}
  {{ return(tablestore._insert_once(plan, commit, table, written, '_commit = ' ~ commit.number, rows, again)) }}
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
