{#
  Completes a commit that a run of release 0.1 has claimed and not sealed. Each step can be repeated: the changes go to the
  changelog unless it has them, the staged rows are absolute values, and the seal is that of 0.1, so that the next run still
  looks for what 0.1 has left. A rebuild has replaced the table by all of its rows already.

    id      the id of the staged rows
    stored  the properties of the table that has them
#}
{% macro _complete_earlier(node, relation, last, id, stored) %}
  {% set record = tablestore._earlier_record(relation, stored) %}
  {% set commit = tablestore._commit_from_properties(relation, last, false, record) %}
  {% set plan = tablestore._earlier_plan(node, relation, last, commit) %}
  {% do log(node.name ~ ': completing commit ' ~ commit.number ~ ', which a run of an earlier release (' ~ tablestore._run_of(record)
      ~ ') left unfinished', info=true) %}
  {% do record.update({'tablestore.counts': tojson(tablestore._recorded_counts(dict(tablestore._rows(tablestore.count_query(plan))[0], duration_ms=0)), sort_keys=true)}) %}
  {% set commit = dict(commit, properties=record) %}
  {% do tablestore._run(tablestore.repeated_log_statements(plan, commit)) %}
  {% if last.number or last.properties.get('tablestore.staged') != id %}
    {% set repeated = tablestore.single_switch_statements(plan, commit, tablestore.merge_statement(plan, tablestore._target(plan), insert=true)) %}
    {% do tablestore._run(repeated.writing) %}
    {% set commit = tablestore._switched(plan, relation, commit, repeated.switching) %}
  {% endif %}
  {% set row = ' where commit = ' ~ commit.number ~ ' and epoch = ' ~ tablestore._string_literal(record['tablestore.epoch']) %}
  {% set has_row = commit.has_history and tablestore._rows('select 1 as found from ' ~ plan.history_table ~ row) %}
  {% set publishing = [] if has_row else tablestore.history_statements(plan, commit) %}
  {% for table in commit.former_tables.values() %}
    {% do publishing.append(tablestore._drop_statement(plan.format, table)) %}
  {% endfor %}
  {% do record.pop('tablestore.serial') %}
  {% set sealing = tablestore.properties_statement(plan, {tablestore._sealed_property(record['tablestore.epoch'], commit.number): tojson(record, sort_keys=true)}) %}
  {% set cleaning = tablestore._clean_statements(dict(plan, kept_tables=[]), commit) + tablestore._clean_statements(dict(plan, kept_tables=[], branch='commit_' ~ id), commit) %}
  {% do tablestore._run(publishing + [sealing] + cleaning) %}
  {% do tablestore._cache_side_tables(plan, relation, commit) %}
{% endmacro %}

{# The plan of such a commit: columns are those of its staged rows, and its branch belongs to this run. #}
{% macro _earlier_plan(node, relation, last, commit) %}
  {% set plan = tablestore._recorded_plan(node, relation, commit.properties, commit) %}
  {% set staged = tablestore._columns(tablestore._table_columns(tablestore._side_table(relation, '__commit_' ~ commit.properties['tablestore.run'], last.side_schema))) %}
  {% set written_at = staged | selectattr('lower_name', 'equalto', '_written_at') | list %}
  {% set stored = tablestore._columns(tablestore._table_columns(relation)) if written_at else [] %}
  {{ return(dict(plan, branch='commit_' ~ tablestore._commit_id(relation, commit.number) if plan.branch else none, expiry={'column': written_at[0]} if written_at else none,
      missing_columns=stored | rejectattr('lower_name', 'in', staged | map(attribute='lower_name') | list) | list)) }}
{% endmacro %}

{# The record of such a commit, from the properties of the table with its staged rows. #}
{% macro _earlier_record(relation, stored) %}
  {% set record, number, id = {}, stored['tablestore.commit'] | int, stored['tablestore.staged'] %}
  {% set others = ['tablestore.claims', 'tablestore.staged', 'tablestore.staged-at'] %}
  {% for name, value in stored.items() if name.startswith('tablestore.') and name not in others %}
    {% do record.update({name: value}) %}
  {% endfor %}
  {% set input = ['__input_' ~ id] if record['tablestore.changelog-producer'].startswith('input') else [] %}
  {% do record.update({
    'tablestore.commit': number,
    'tablestore.serial': number,
    'tablestore.writer': tablestore._writer_of(relation),
    'tablestore.run': id,
    'tablestore.kept': tojson(input + ['__commit_' ~ id]),
    'tablestore.log': id if record['tablestore.changelog-start'] | int == number - 1 else '',
  }) %}
  {{ return(record) }}
{% endmacro %}
