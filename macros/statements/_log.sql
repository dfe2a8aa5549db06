{#
  The changes of a commit become part of the changelog. With branches they are written, and the changelog moves to the
  branch of the run. If it cannot, because another run or a compaction has moved it, another branch of it gets the
  changes, unless it has them. Elsewhere they are inserted once.

    found  what `_found_logs` has found, if it has looked
#}
{% macro _log_published(plan, commit, found={}) %}
  {% set log, statements = plan.changelog, [] %}
  {% if not log %}
    {{ return([]) }}
  {% elif commit.starts_changelog %}
    {{ return(tablestore._log_started(plan, commit, found)) }}
  {% endif %}
  {% for write in tablestore._log_writes(plan, commit) %}
    {% set state = found.tables[write.table] if found else none %}
    {% if not plan.branch %}
      {% do statements.append(tablestore._identified_insert(plan, write.table, write.columns, write.rows, commit,
          'log')) %}
    {% elif not state %}
      {% do statements.append(tablestore._branch_forward(plan, write.table, 'log')) %}
    {% elif state.has_branch and not state.has_rows %}
      {% set columns = write.columns | join(', ') %}
      {% set rows = '(' ~ columns ~ ')\nselect ' ~ columns ~ '\nfrom ' ~ tablestore._branch_of(plan, write.table)
          ~ '\nwhere _commit = ' ~ commit.number %}
      {% do statements.extend(tablestore._branch_insert(plan, found.branch, write.table, state.snapshot, [], rows,
          'log')) %}
    {% endif %}
  {% endfor %}
  {{ return(statements) }}
{% endmacro %}

{#
  The statements that begin a changelog: with the rows that a rebuild has written, or those that the run has kept. On
  Delta, one statement that is executed once replaces each table. With branches that statement could be late and take
  away the changes of later commits, so tables with the right columns stay, and their rows are replaced if they are
  still those that were found. Only tables with other columns are replaced. The property `tablestore.log` says whose
  they are: a late replacement is noticed by that.
#}
{% macro _log_started(plan, commit, found) %}
  {% set log, statements, fits = plan.changelog, [], found.fits if found else false %}
  {% set id = found.log if found else commit.properties['tablestore.run'] %}
  {% for table in tablestore._log_tables(log) %}
    {% set columns = found.tables[table].columns | map(attribute='quoted') | list if fits else none %}
    {% set write = tablestore._log_writes(dict(plan, changelog=dict(log, columns=columns)), commit)[0] %}
    {% set rows = write.rows ~ ('' if table == write.table else '\nwhere false') %}
    {% if fits %}
      {% do statements.extend(tablestore._branch_insert(plan, found.branch, table, found.tables[table].snapshot,
          ['true'], '(' ~ write.columns | join(', ') ~ ')\n' ~ rows, 'log')) %}
    {% else %}
      {% set created = tablestore._log_created(plan, table, rows, id, replaces=not plan.branch
          or (found and found.tables)) %}
      {% do statements.extend([created] if plan.branch else tablestore._identified(created, commit, plan)) %}
    {% endif %}
  {% endfor %}
  {{ return(statements) }}
{% endmacro %}

{# The tables of a changelog: that with the changes, and the one where changes wait, if there is one. #}
{% macro _log_tables(log) %}
  {{ return([log.table] + ([log.pending_table] if log.pending_table else []) if log else []) }}
{% endmacro %}

{#
  What a commit writes to its changelog, as [{table, columns, rows}]. When several commits are compacted together, the
  changes wait in a table of their own, and the compaction writes their net result.
#}
{% macro _log_writes(plan, commit) %}
  {% set changelog, deletes = plan.changelog, plan.changelog.delete_sequence %}
  {% set waits = changelog.pending_table and not (commit.compacts and commit.compacted == commit.number - 1) %}
  {% set columns = (plan.columns + plan.kept_columns) | map(attribute='quoted') | list %}
  {% set given = ['`_delete_sequence`'] if deletes else [] %}
  {% set written = changelog.columns or columns + tablestore._log_columns(changelog) %}
  {% if changelog.input_table %}
    {% set changes = tablestore._input_query(plan, commit) %}
  {% elif commit.rebuild %}
    {% set none_deleted = ['cast(null as ' ~ deletes ~ ') as _delete_sequence'] if deletes else [] %}
    {% set changes = 'select ' ~ tablestore._wrapped(columns + ["'+I' as _row_kind"] + none_deleted, 2) ~ '\nfrom '
        ~ plan.table ~ ' version as of ' ~ commit.version %}
  {% else %}
    {% set changes = tablestore.changes_query(plan, plan.commit_table, all=waits and changelog.ignored) %}
  {% endif %}
  {% set target = changelog.pending_table if waits else changelog.table %}
  {% set writes = [{'table': target, 'columns': written,
      'rows': tablestore._log_rows(commit, written, columns + given, changes) | trim}] %}
  {% if waits and commit.compacts %}
    {% set pending = tablestore._branch_of(plan, target) if plan.table_format.has_branches else target %}
    {% set rows = pending ~ '\nwhere _commit > ' ~ commit.compacted ~ ' and _commit <= ' ~ commit.number %}
    {% set compared = tablestore._compared_columns(plan) %}
    {% set changed = none if compared is none else tablestore._differs(compared, '_first', '_last',
        logged=plan.options.input != 'full') %}
    {% set net = tablestore.net_query(plan.key_columns | map(attribute='quoted') | list, columns, rows, changed,
        deletes is not none) %}
    {% do writes.append({'table': changelog.table, 'columns': written,
        'rows': tablestore._log_rows(commit, written, columns + given, net) | trim}) %}
  {% endif %}
  {{ return(writes) }}
{% endmacro %}

{# What a changelog has beside the columns of the table, quoted. #}
{% macro _log_columns(changelog) %}
  {{ return(['`_row_kind`', '`_commit`', '`_committed_at`']
      + (['`_delete_sequence`'] if changelog.delete_sequence else [])) }}
{% endmacro %}

{#
  The rows of the batch as they were given, with their row kinds. A changelog that begins with them has the types of the
  table, also where the batch has narrower ones.
#}
{% macro _input_query(plan, commit) %}
{% set columns, narrower = [], commit.starts_changelog and not commit.rebuild %}
{% for column in plan.columns %}
  {% do columns.append('cast(' ~ column.quoted ~ ' as ' ~ column.type ~ ') as ' ~ column.quoted if narrower
      else column.quoted) %}
{% endfor %}
select {{ tablestore._wrapped(columns + ['_kind as _row_kind'], 2) }}
from {{ plan.changelog.input_table }}
{%- endmacro %}

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

{#
  A changelog that begins with these rows.

    id        whose it is, see `_log_started`
    replaces  whether it replaces the table; otherwise the statement fails if there is one
#}
{% macro _log_created(plan, table, query, id, replaces=false) %}
{% set format = plan.table_format %}
{% set sql %}
create {{ 'or replace ' if replaces }}table {{ table }}
using {{ format.using }}
{{ format.changelog_layout }}
tblproperties {{ tablestore._property_list(format.changelog_properties, {'tablestore.log': id}) }}
as
{{ query | trim }}
{% endset %}
{{ return({'step': 'log', 'creates': table, 'reads': plan.kept_tables, 'sql': sql | trim}) }}
{% endmacro %}

{#
  The statements that write the changes of a commit to its changelog, of which an earlier run may have written them, or
  a part: each table of the changelog gets all of them or none. With branches, the statements fail if another run does
  the same meanwhile.
#}
{% macro _log_repeated(plan, commit) %}
  {% set log, statements, moves = plan.changelog, [], [] %}
  {% set branches = plan.table_format.has_branches %}
  {% set writes = tablestore._log_writes(plan, commit) if log else [] %}
  {% if log and commit.starts_changelog %}
    {% for table in tablestore._log_tables(log) %}
      {% do statements.append(tablestore._log_created(plan, table, writes[0].rows
          ~ ('' if table == writes[0].table else '\nwhere false'), commit.properties['tablestore.log'],
          replaces=true)) %}
    {% endfor %}
    {{ return(statements) }}
  {% endif %}
  {% for write in writes %}
    {% set target = tablestore._branch_of(plan, write.table) if branches else write.table %}
    {% set rows = write.rows ~ '\nwhere not exists (select 1 from ' ~ target ~ ' where _commit = ' ~ commit.number
        ~ ')' %}
    {% if branches %}
      {% do statements.append(tablestore._branch_begin(plan, write.table, step='log')) %}
      {% do statements.append({'step': 'log', 'branch': plan.branch, 'reads': plan.kept_tables,
          'sql': 'insert into ' ~ target ~ ' (' ~ write.columns | join(', ') ~ ')\n' ~ rows}) %}
      {% do moves.append(tablestore._branch_forward(plan, write.table, 'log')) %}
    {% else %}
      {% do statements.append(tablestore._identified_insert(plan, target, write.columns, rows, commit, 'log')) %}
    {% endif %}
  {% endfor %}
  {{ return(statements + moves) }}
{% endmacro %}
