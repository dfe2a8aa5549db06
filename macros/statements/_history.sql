{#
  Adds one row about the commit to `<model>__commits`, which keeps the commits of all epochs of the table. Its columns
  are in the order of `history_counts`.

    branch  a branch for it, if the row may be there already: a compaction may have put it into a file with others, and
            an insert can only replace whole files
#}
{% macro _history_statements(plan, commit, branch=none) %}
  {% set properties, literals = commit.properties, [] %}
  {% set statements = [] if commit.has_history and not commit.new_counts
      else tablestore._history_columns_statements(plan, commit) %}
  {% set counts = fromjson(properties['tablestore.counts']) %}
  {% set row = {
    'commit': commit.number,
    'epoch': properties['tablestore.epoch'],
    'committed_at': properties['tablestore.committed-at'],
    'invocation_id': properties['tablestore.invocation-id'],
    'offsets': tablestore._recorded_offsets(properties) if properties.get('tablestore.files')
        else properties['tablestore.offsets'],
  } %}
  {% for name in commit.history_counts %}
    {% do row.update({name: counts.get(name, 0) | int if name != 'refresh'
        else properties.get('tablestore.refresh') or none}) %}
  {% endfor %}
  {% set texts = tablestore._string_literals(row.values() | select('string') | list) %}
  {% for value in row.values() %}
    {% do literals.append(texts.pop(0) if value is string else 'null' if value is none else value | string) %}
  {% endfor %}
  {% set replaced = 'epoch = ' ~ literals[1] ~ ' and commit = ' ~ commit.number %}
  {% set values = 'values (\n  ' ~ literals[:2] | join(', ') ~ ', timestamp ' ~ literals[2:5] | join(', ') ~ ',\n  '
      ~ literals[5:] | join(', ') ~ '\n)' %}
  {% if not plan.table_format.has_branches %}
    {{ return(statements + [tablestore._identified_insert(plan, plan.history_table, row | list, values, commit,
        'history')]) }}
  {% elif not branch %}
    {{ return(statements + [{'step': 'history', 'kind': 'replace_row', 'table': plan.history_table | string, 'row': row,
        'keys': ['epoch', 'commit'], 'sql': 'insert into ' ~ plan.history_table ~ '\nreplace where ' ~ replaced ~ '\n'
            ~ values}]) }}
  {% endif %}
  {{ return(statements + tablestore._branch_insert(plan, branch, plan.history_table, none, [replaced],
      '(' ~ tablestore._wrapped(row | list, 2) ~ ')\n' ~ values, 'history')) }}
{% endmacro %}

{# Creates the history, or adds the columns that it lacks. #}
{% macro _history_columns_statements(plan, commit) %}
  {% set statements = [] %}
  {% if not commit.has_history and '__commits' in commit.former_tables %}
    {% do statements.append(tablestore._history_copy(plan, commit.former_tables['__commits'])) %}
  {% elif not commit.has_history %}
    {% do statements.append(tablestore._create_history_table(plan, commit.history_counts)) %}
  {% endif %}
  {% if commit.new_counts %}
    {% do statements.append({'step': 'history', 'sql': 'alter table ' ~ plan.history_table ~ ' add columns ('
        ~ tablestore._history_columns(commit.new_counts) | join(', ') ~ ')'}) %}
  {% endif %}
  {{ return(statements) }}
{% endmacro %}

{# The offsets of a commit, and the files that it has read. #}
{% macro _recorded_offsets(properties) %}
  {% set offsets = fromjson(properties['tablestore.offsets']) %}
  {% do offsets.new_files.update(read=properties['tablestore.files']) %}
  {{ return(tojson(offsets, sort_keys=true)) }}
{% endmacro %}

{# The history of the epochs before a rebuild that moves the side tables to another schema. #}
{% macro _history_copy(plan, former) %}
  {{ return({'step': 'history', 'creates': plan.history_table, 'sql': 'create or replace table ' ~ plan.history_table
      ~ '\n' ~ tablestore._history_clauses(plan) | trim ~ '\nas\nselect *\nfrom ' ~ former}) }}
{% endmacro %}

{# What a table with the history is created with. #}
{% macro _history_clauses(plan) %}
{% set format = plan.table_format %}
using {{ format.using }}
{{- '\n' ~ format.history_layout if format.history_layout }}
tblproperties {{ tablestore._property_list(format.side_properties, {'tablestore.history-of': plan.table}) }}
{%- endmacro %}

{% macro _create_history_table(plan, counts) %}
{% set sql %}
create table if not exists {{ plan.history_table }} (
  commit bigint comment 'number within its build of the table',
  epoch string comment 'the build of the table',
  committed_at timestamp comment 'when the run began',
  invocation_id string comment 'the run, as in run_results.json',
  offsets string comment 'up to which commit the changes of other tables were read, as JSON',
{%- for column in tablestore._history_columns(counts) %}
  {{ column }}{{ ',' if not loop.last }}
{%- endfor %}
)
{{ tablestore._history_clauses(plan) | trim }}
{% endset %}
{{ return({'step': 'history', 'creates': plan.history_table, 'sql': sql | trim}) }}
{% endmacro %}

{# Columns of the history with their types: `refresh` says as JSON how a view was refreshed. #}
{% macro _history_columns(names) %}
  {% set columns = [] %}
  {% for name in names %}
    {% do columns.append(name ~ (' string' if name == 'refresh' else ' bigint')) %}
  {% endfor %}
  {{ return(columns) }}
{% endmacro %}
