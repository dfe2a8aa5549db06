{#
  Adds one row about the commit to `<model>__commits`, which keeps the commits of all epochs of the table. Its columns
  are in the order of `history_counts`.

    branch  a branch for it, if the row may be there already: a compaction may have put it into a file with others, and
            an insert can only replace whole files
#}
{% macro _history_statements(plan, commit, branch=none) %}
  {% set properties, statements, figures = commit.properties, [], [] %}
  {% set names, counts = commit.history_counts, fromjson(commit.properties['tablestore.counts']) %}
  {% for name in names %}
    {% set text = properties.get('tablestore.refresh') %}
    {% do figures.append(counts.get(name, 0) | int if name != 'refresh'
        else tablestore.string_literal(text) if text else 'null') %}
  {% endfor %}
  {% if not commit.has_history and '__commits' in commit.former_tables %}
    {% do statements.append(tablestore._history_copy(plan, commit.former_tables['__commits'])) %}
  {% elif not commit.has_history %}
    {% do statements.append(tablestore._create_history_table(plan, commit.history_counts)) %}
  {% endif %}
  {% if commit.new_counts %}
    {% do statements.append({'step': 'history', 'sql': 'alter table ' ~ plan.history_table ~ ' add columns ('
        ~ tablestore._history_columns(commit.new_counts) | join(', ') ~ ')'}) %}
  {% endif %}
  {% set epoch, at, run, offsets = tablestore._string_literals([properties['tablestore.epoch'],
      properties['tablestore.committed-at'], properties['tablestore.invocation-id'],
      tablestore._recorded_offsets(properties) if properties.get('tablestore.files')
          else properties['tablestore.offsets']]) %}
  {% set values = [commit.number, epoch, 'timestamp ' ~ at, run, offsets] %}
  {% set columns = ['commit', 'epoch', 'committed_at', 'invocation_id', 'offsets'] + names %}
  {% set replaced = 'epoch = ' ~ epoch ~ ' and commit = ' ~ commit.number %}
  {% set row = 'values (\n  ' ~ values | join(', ') ~ ',\n  ' ~ figures | join(', ') ~ '\n)' %}
  {% if not plan.table_format.has_branches %}
    {{ return(statements + [tablestore._identified_insert(plan, plan.history_table, columns, row, commit,
        'history')]) }}
  {% elif not branch %}
    {{ return(statements + [{'step': 'history', 'sql': 'insert into ' ~ plan.history_table ~ '\nreplace where '
        ~ replaced ~ '\n' ~ row}]) }}
  {% endif %}
  {{ return(statements + tablestore._branch_insert(plan, branch, plan.history_table, none, [replaced],
      '(' ~ tablestore._wrapped(columns, 2) ~ ')\n' ~ row, 'history')) }}
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
