{#
  Writes a decided commit aside: its changes to the branch of the changelog, its rows to the branch of the table. On a
  format without branches, nothing is written aside but the deletes that are kept. Readers see none of it until
  `switch_statements`.

  In a large table, existing keys and new keys are written by different statements: a merge without inserts reads only
  the keys of the batch, and an insert reads nothing from the table. The snapshot of the last statement has the record,
  also without rows. A setting of the session gives it to a merge, so only a session that no other thread has may do
  that: `is_small` is false elsewhere.

  All rows of a table with `rewritten` columns are written anew.

    counts  those of `counting_query`
#}
{% macro write_statements(plan, commit, counts) %}
  {% set statements, log = tablestore._deletes_statements(plan, commit) if plan.deletes else [], plan.changelog %}
  {% if commit.rebuild or not plan.table_format.has_branches %}
    {{ return(statements) }}
  {% endif %}
  {% if log and not commit.starts_changelog %}
    {% for write in tablestore._log_writes(plan, commit) %}
      {% do statements.append(tablestore._branch_begin(plan, write.table, step='log')) %}
      {% do statements.append({'step': 'log', 'branch': plan.branch, 'reads': plan.kept_tables,
          'sql': 'insert into ' ~ tablestore._branch_of(plan, write.table) ~ ' ('
              ~ write.columns | join(', ') ~ ')\n' ~ write.rows}) %}
    {% endfor %}
  {% endif %}
  {% set branch, merges = tablestore._branch_of(plan, plan.table), not plan.merge_decides
      and tablestore._rows_merged(plan, counts) %}
  {% if plan.merge_decides %}
    {{ return([tablestore._branch_begin(plan, plan.table, commit.snapshot)]
        + tablestore._identified(tablestore._merge_that_decides(plan, branch), commit, plan)) }}
  {% elif merges and plan.rewritten %}
    {{ return(statements + [tablestore._rewrite_statement(plan, branch, tablestore._identified_snapshot(commit))]) }}
  {% elif merges and plan.is_small %}
    {{ return(statements + tablestore._identified(tablestore._merge_statement(plan, branch,
        insert=tablestore._rows_added(plan, counts) > 0), commit, plan)) }}
  {% endif %}
  {% do statements.append(tablestore._merge_statement(plan, branch)) if merges %}
  {{ return(statements + [tablestore._merge_new_rows(plan, branch, tablestore._identified_snapshot(commit))]) }}
{% endmacro %}

{#
  The rows of a table after the decided commit, in the place of those before: what a MERGE would leave. Without the
  hint, Spark would write a file with each of its cores.

    into     a branch of the table
    options  the clause with the options of the insert
#}
{% macro _rewrite_statement(plan, into, options) %}
{% set columns, keys, values = plan.rewritten | map(attribute='quoted') | list, plan.key_columns, [] %}
{% for column in plan.rewritten %}
  {% do values.append('old.' ~ column.quoted if column in keys
      else "if(new._change = 'update', new." ~ column.quoted ~ ', old.' ~ column.quoted ~ ')') %}
{% endfor %}
{% set sql %}
insert into {{ into }} {{ options }}
replace where true
select /*+ coalesce(1) */ *
from (
  select
    {{ values | join(',\n    ') }}
  from {{ into }} as old
  left join (
    select {{ tablestore._wrapped(columns + ['_change'], 6) }}
    from {{ plan.commit_table }}
    where _change in ('update', 'delete')
  ) as new
  on {{ tablestore._key_match(plan) }}
  where new._change is distinct from 'delete'
  union all
  select {{ tablestore._wrapped(columns, 4) }}
  from {{ plan.commit_table }}
  where _change = 'insert'
)
{% endset %}
{{ return({'step': 'write', 'branch': plan.branch, 'reads': plan.kept_tables, 'sql': sql | trim}) }}
{% endmacro %}

{#
  The statements that keep the sequences of the deletes of a decided commit, for `delete_retained`. They run before the
  switch, and may run again, or in a run that is killed after them: a row counts only if the history has the commit and
  the invocation that wrote it, see `_with_deletes_query`.
#}
{% macro _deletes_statements(plan, commit) %}
  {% set properties, definitions = commit.properties, [] %}
  {% set columns = plan.key_columns + plan.sequence_columns %}
  {% for column in columns %}
    {% do definitions.append(column.quoted ~ ' ' ~ tablestore._stored_type(plan.table_format, column.type)) %}
  {% endfor %}
  {% do definitions.extend(['_epoch string', '_commit bigint', '_committed_at timestamp', '_invocation_id string']) %}
  {% set names, nulls = plan.deletes.columns | list if plan.deletes.columns else [], [] %}
  {% do names.extend(['_epoch', '_commit', '_committed_at', '_invocation_id']) if names %}
  {% for column in plan.deletes.others or [] %}
    {% do names.append(column.quoted) %}
    {% do nulls.append('cast(null as ' ~ column.type ~ ')') %}
  {% endfor %}
  {% set epoch, at, run = tablestore._string_literals([properties['tablestore.epoch'],
      properties['tablestore.committed-at'], properties['tablestore.invocation-id']]) %}
  {% set values = columns | map(attribute='quoted') | list
      + [epoch, 'cast(' ~ commit.number ~ ' as bigint)', 'timestamp ' ~ at, run] + nulls %}
  {% set created = {'step': 'write', 'creates': plan.deletes.table | string, 'sql': plan.deletes.creates ~ ' '
      ~ plan.deletes.table ~ ' (\n  ' ~ definitions | join(',\n  ') ~ '\n)\n'
      ~ tablestore._using_clause(plan.table_format)} %}
  {{ return(([created] if plan.deletes.creates else []) + [
    {'step': 'write', 'reads': plan.kept_tables, 'sql': 'insert into ' ~ plan.deletes.table
        ~ (' (' ~ names | join(', ') ~ ')' if names else '') ~ '\nselect '
        ~ tablestore._wrapped(values, 2) ~ '\nfrom ' ~ plan.commit_table ~ '\nwhere _buries'},
  ]) }}
{% endmacro %}
