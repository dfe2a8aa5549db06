{#
  Makes a table ready for a batch, as {plan, last, states, offsets}: the table has the columns of the plan, the last
  commit is that of a keyed table, and the batch can be merged into its rows. Then come the TTLs of the states as text,
  and up to which commit the batch reads the changes of other tables.
#}
{% macro _prepared(settings, node, relation, last, rebuild, query) %}
  {% set settings = dict(settings, arrival=tablestore._batch_arrival(query, settings))
      if 'tablestore.changelog ' in query else settings %}
  {% set plan = tablestore.planned_batch(settings, relation, last, rebuild, query) %}
  {% do tablestore._assert_keeps_system_time(plan, last) if rebuild and last.definition.system_time %}
  {% set order = tablestore._order_of_changes(plan, query, last, rebuild)
      if 'tablestore.order ' in query or '_cdc_order' in last.definition else {} %}
  {% do tablestore._assert_compiled_plan(plan, node, query) if plan.options.compiled_plan %}
  {% set offsets = {} if rebuild else last.offsets %}
  {% set offsets = tablestore._offsets(plan, query, offsets) if offsets or 'tablestore.' in query else {} %}
  {% if not rebuild %}
    {% do tablestore._assert_continues(plan, last) %}
    {% do tablestore._assert_no_filled_columns(plan, relation) if plan.kept_columns %}
    {% do tablestore._assert_not_read_again(plan, relation, last.touched, offsets) if last.touched.was %}
    {% set plan = tablestore._adopt_versions(plan, settings, relation, query) if plan.versions and not last.epoch
        else plan %}
    {% set before, plan = plan, tablestore._sync_schema(plan, settings, relation, query) %}
    {% set last = tablestore._after_own_casts(relation, last, before) if before.retyped_columns else last %}
    {% do tablestore._assert_key_and_order(plan, settings) if plan.new_columns %}
    {% set last = last if last.epoch else tablestore._adopt(plan, relation, last) %}
    {% set readers_stop = plan.changelog and last.producer != 'none' and (
        (last.ttl and plan.expiry.ttl != last.ttl) or 'tablestore.left-columns' in last.properties
        or before.new_columns or not (last.version and tablestore._adapter_has_columns_of(relation, last.version))) %}
    {% set last = tablestore._after_last_readers(plan, relation, last, before) if readers_stop else last %}
    {% set plan = tablestore._sync_expiry(plan, last) if plan.expiry else plan %}
    {% set plan = tablestore._with_horizon(plan, last) if plan.versions else plan %}
    {% set plan = tablestore._with_waiting_changes(plan, last) if plan.changelog else plan %}
    {% set plan = tablestore._with_defaults(plan, relation) if plan.changelog and plan.format == 'delta' else plan %}
    {% do log(plan.model ~ ': keys that the SELECT does not have are kept: --empty and --sample leave rows out',
        info=true) if plan.options.input == 'full' and not tablestore.has_all_rows() %}
  {% endif %}
  {% do tablestore._assert_contract(plan, query) if plan.contract %}
  {% for spelling, reason in plan.ignored_options.items() %}
    {% do log(plan.model ~ ": '" ~ spelling ~ "' has no effect: " ~ reason, info=true) %}
  {% endfor %}
  {{ return({'plan': dict(plan, definition=dict(plan.definition, **order)), 'last': last, 'offsets': offsets,
    'states': tablestore.log_states(plan.model, plan.options, plan.ttl_source, query)
        if plan.options.state_ttl or 'tablestore.operator ' in query else ''}) }}
{% endmacro %}

{#
  Refuses a model with a changelog whose table fills columns that its SELECT does not have, if the changelog has them as
  they were stored before: only the table knows their values after a commit.
#}
{% macro _assert_no_filled_columns(plan, relation) %}
  {% set filled, problems = tablestore._filled_columns(relation), [] %}
  {% for column in plan.kept_columns if filled.get(column.name, 'a default of null') != 'a default of null'
      and plan.on_schema_change != 'sync_all_columns' %}
    {% do problems.append("column '" ~ column.name ~ "' of the table has " ~ filled[column.name] ~ ', which its'
        ~ ' changelog would not have: ' ~ ("write changelog_producer='none'" if filled[column.name] == 'an identity'
        else "add it to the SELECT, or write changelog_producer='none'")) %}
  {% endfor %}
  {% do tablestore.fail("model '" ~ plan.model ~ "' cannot write its changelog; nothing was written", problems) %}
{% endmacro %}

{# Refuses to rebuild a history of what was known when: what commits have replaced is nowhere else. #}
{% macro _assert_keeps_system_time(plan, last) %}
  {% do tablestore.fail("model '" ~ plan.model ~ "' has system_time, and a full refresh would lose what "
      ~ tablestore._counted(last.number, 'commit') ~ ' ' ~ ('has' if last.number | int == 1 else 'have')
      ~ ' replaced; nothing was written', [
    'to leave the model out of --full-refresh, write full_refresh: false in its config',
    'to begin anew, drop its table: drop table ' ~ plan.table,
  ]) %}
{% endmacro %}

{#
  Refuses, before anything is written, to run a model that no longer fits its compiled plan. Compatible differences are
  logged.
#}
{% macro _assert_compiled_plan(plan, node, query) %}
  {% set plans = tablestore._adapter_plans() %}
  {% set current = plans.plan(node, query, tablestore._compiled_plan_facts(plan, tablestore.query_columns(query))) %}
  {% for line in plans.check(node, current) %}
    {% do log(plan.model ~ ': compiled plan ' ~ plan.options.compiled_plan ~ ' is older than the model; ' ~ line,
        info=true) %}
  {% endfor %}
{% endmacro %}

{# dbt's own check of an enforced contract, for the columns that are stored, with the types of the table. #}
{% macro _assert_contract(plan, sql) %}
  {% set columns, counted = [], plan.counted_columns | map(attribute='lower_name') | list %}
  {% for column in plan.columns %}
    {% do columns.append(('cast(null as bigint) as ' if column.lower_name in counted else '') ~ column.quoted) %}
  {% endfor %}
  {% set stored %}
      select {{ columns | join(', ') }} from (
        {{ tablestore.versions_query(plan, sql) if plan.versions else sql }}
      )
  {% endset %}
  {% do get_assert_columns_equivalent(stored) %}
{% endmacro %}

{#
  Refuses to merge into a table that was replaced what the commits before had read of changes, files or topics: the rows
  of the table can have come from that. Iceberg keeps the record, also if the table went back over a rebuild.
#}
{% macro _assert_not_read_again(plan, relation, touched, offsets) %}
  {% set again, epochs = [], touched.was.offsets.values() | map(attribute='epoch') | list %}
  {% for name, offset in offsets.items() if name in touched.was.offsets or offset.epoch in epochs %}
    {% do again.append(name) %}
  {% endfor %}
  {% do tablestore.fail("model '" ~ plan.model ~ "'; nothing was written", [] if not again else [
    relation ~ ' ' ~ touched.what ~ ', so the model would read all of ' ~ again | join(', ') ~ ' again, of which the '
        ~ 'table may have the rows already',
    tablestore._to_rebuild(plan.model, plan.table, plan.options.system_time)]) %}
{% endmacro %}

{#
  Applies `on_schema_change` and returns the plan for the changed table. A type that only becomes wider is altered in
  place unless the mode is `fail`: no value changes and no file is written.
#}
{% macro _sync_schema(plan, settings, relation, sql) %}
  {% set mode = incremental_validate_on_schema_change(plan.on_schema_change, default='ignore') %}
  {% if not plan.new_columns and not plan.missing_columns and not plan.retyped_columns %}
    {{ return(plan) }}
  {% endif %}
  {% do tablestore.fail("model '" ~ plan.model ~ "' and its table have different columns (on_schema_change is '" ~ mode
      ~ "')", tablestore._schema_problems(plan, mode, tablestore._filled_columns(relation))) %}
  {% do tablestore._log_unequal_columns(plan, mode) %}
  {% set widened = plan.retyped_columns | selectattr('widens') | list %}
  {% for column in widened %}
    {% do log(plan.model ~ ': column ' ~ column.name ~ ' was ' ~ column.old_type ~ ' and is ' ~ column.type,
        info=true) %}
  {% endfor %}
  {% if widened %}
    {% set altered = tablestore._altered_columns(plan.table_format, widened) %}
    {% do tablestore._run(tablestore._widen_statements(plan.table, plan.table_format, altered)) %}
  {% endif %}
  {% set syncs = mode in ['append_new_columns', 'sync_all_columns'] %}
  {% if syncs %}
    {% do sync_column_schemas(mode, relation, {
      'source_not_in_target': tablestore._column_objects(plan.new_columns),
      'target_not_in_source': tablestore._column_objects(plan.missing_columns),
      'new_target_types': plan.retyped_columns | rejectattr('widens') | list,
      'ordered': tablestore._ordering_names(plan),
    }) %}
  {% endif %}
  {% if syncs or widened %}
    {% set types = {} %}
    {% for column in plan.columns + plan.missing_columns + plan.new_columns + plan.retyped_columns %}
      {% do types.update({column.name | lower: column.type}) %}
    {% endfor %}
    {% set columns = tablestore._describe_batch(sql, relation) %}
    {{ return(tablestore.merge_plan(settings, relation, columns.query, columns.stored, types, plan.side_schema)) }}
  {% endif %}
  {{ return(plan) }}
{% endmacro %}

{# The columns of the key, and those that order the rows of a key: a cast of them can join or reorder stored rows. #}
{% macro _ordering_names(plan) %}
  {% set sequences = plan.sequence_columns | map(attribute='lower_name') | list %}
  {% for group in plan.groups %}
    {% do sequences.extend(group.sequence | map(attribute='lower_name')) %}
  {% endfor %}
  {{ return({'keys': (plan.versions or plan).key_columns | map(attribute='lower_name') | list,
      'sequences': sequences}) }}
{% endmacro %}

{# The retyped columns whose type in the table changes: Iceberg stores a SMALLINT and an INT as the same type. #}
{% macro _altered_columns(format, retyped) %}
  {% set altered = [] %}
  {% for column in retyped if tablestore._stored_type(format, column.old_type) != tablestore._stored_type(format,
      column.type) %}
    {% do altered.append(column) %}
  {% endfor %}
  {{ return(altered) }}
{% endmacro %}

{#
  Adds the time of the last write to a table whose model has a new state TTL, and returns the plan for the changed
  table. Existing rows count as written now. The property is set first: if the run stops in between, they count as
  written at the time of the next run.
#}
{% macro _sync_expiry(plan, last) %}
  {% set since = last.ttl_since %}
  {% if not plan.expiry.stored %}
    {% set since = tablestore._timestamp_literal(tablestore._next_time(last).at) %}
    {% do tablestore._run([
      tablestore._property_statement(plan, {'tablestore.next-state-since': (last.number + 1) ~ ' ' ~ since}, 'alter'),
      {'step': 'alter', 'sql': 'alter table ' ~ plan.table ~ ' add columns (' ~ plan.expiry.column.quoted
          ~ " timestamp comment 'when the row was last written')"},
    ]) %}
  {% endif %}
  {{ return(dict(plan, expiry=dict(plan.expiry, stored=true, since=since))) }}
{% endmacro %}
