{#
  The plan of a batch for a table as it is. Its side tables must be this table's own.

    settings  what the model's config says, see `_settings_schema`
    query     the SELECT
#}
{% macro planned_batch(settings, relation, last, rebuild, query) %}
  {% set side_schema = tablestore._next_side_schema(last, rebuild) %}
  {% do tablestore._assert_side_tables(settings, relation, last, side_schema) %}
  {% do tablestore._created_side_schema(relation, side_schema) if side_schema %}
  {% set columns = tablestore._describe_batch(query, none if rebuild else relation) %}
  {% set plan = tablestore.merge_plan(settings, relation, columns.query, columns.stored, last.column_types,
      side_schema) %}
  {% set warning = tablestore._warning_of_several_tables(plan) if plan.arrival == 'several' else none %}
  {% do tablestore.warn(warning) if warning %}
  {% do tablestore._assert_times_are_logged(plan, query) if plan.versions %}
  {% for warning in (tablestore._warnings_of_undated_changes(plan, query) if plan.versions else []) %}
    {% do tablestore.warn(warning) %}
  {% endfor %}
  {% set plan = tablestore._with_end_of_versions(plan) if plan.versions and plan.versions.open_until else plan %}
  {{ return(tablestore._with_version(plan, last) if plan.table_format.version_property else plan) }}
{% endmacro %}

{#
  What to say of changes of several tables that nothing orders, where a row can replace the row that a delete removes: a
  key that moves from one table to another is lost if its delete comes last. None if they have an order.
#}
{% macro _warning_of_several_tables(plan) %}
  {% set options = plan.options %}
  {% set removes = plan.engine == 'deduplicate' or options.aggregation_remove_record_on_delete
      or options.partial_update_remove_record_on_delete %}
  {% if not plan.kind_column or plan.sequence_columns or plan.versions or not removes or options.ignore_delete %}
    {{ return(none) }}
  {% endif %}
  {{ return("model '" ~ plan.model ~ "' reads the changes of several tables, whose commits have no order among them, "
      ~ 'and has no sequence_field: a key that moves from one table to another in one run can be lost. Name the '
      ~ 'column that orders the rows of a key in sequence_field, or read the net changes of each table, '
      ~ 'tablestore.changelog(..., net=true)') }}
{% endmacro %}

{# The columns with the times of the events of a history: with sequence groups, one of each group. #}
{% macro _times_of_events(versions) %}
  {% set times = [] %}
  {% for group in versions.groups %}
    {% do times.append(group.sequence[0]) %}
  {% endfor %}
  {{ return(times or [versions.at]) }}
{% endmacro %}

{#
  Fails if a history takes its time, or the order of events of one time, from a column whose changes alone are not in
  the changelog that it reads. The -U of the next change has a time then of which there is no other row, so it would end
  the version before the change.
#}
{% macro _assert_times_are_logged(plan, query) %}
  {% set versions, problems = plan.versions, [] %}
  {% set options = versions.source.options %}
  {% set leaves_out = options.ignore_update_before or options.ignore_delete or not versions.source.kind_column %}
  {% set order = [versions.at] + versions.order if not versions.groups
      else versions.groups | map(attribute='sequence') | sum(start=[]) %}
  {% for read in (tablestore._annotations('changelog', query) if not leaves_out else []) %}
    {% for time in order if time.lower_name in (read.ignored or []) %}
      {% do problems.append("its events are ordered by '" ~ time.name ~ "', and the changelog of " ~ read.table
          ~ ' leaves out changes of it alone (changelog_producer_row_deduplicate_ignore_fields), so a -U can have a'
          ~ ' time that no other row has, and would end its version then: write ignore_update_before=true') %}
    {% endfor %}
  {% endfor %}
  {% do tablestore.fail("model '" ~ plan.model ~ "'; nothing was written", problems | unique | list) %}
{% endmacro %}

{#
  What to say of changes that end versions of a history and have no time of their own: a -D has the values, and so the
  time, of the row before it, if no `_delete_sequence` is beside it; so has the -U of a row that goes to another key.
  What a SELECT computes from them is not known, so only columns of the tables that it reads count, by their names.
#}
{% macro _warnings_of_undated_changes(plan, query) %}
  {% set versions, warnings = plan.versions, [] %}
  {% set has_operators = tablestore._annotations('operator', query) != [] %}
  {% set lacks_times = versions.hard_deletes != 'ignore'
      and (has_operators or versions.at.lower_name not in versions.source.delete_sequence) %}
  {% for read in tablestore._annotations('changelog', query)
      if versions.source.kind_column and read.after is not none and read.order != 'given'
      and (read.deletes is defined or (read.commits and not versions.groups
        and (lacks_times or tablestore._other_keys(versions, read)))) %}
    {% set names = tablestore._columns(tablestore.query_columns('select * from ' ~ read.table))
        | map(attribute='lower_name') | list %}
    {% set times = tablestore._times_of_events(versions) | selectattr('lower_name', 'in', names)
        | map(attribute='name') | list %}
    {% if times and read.deletes is defined %}
      {% do warnings.append(tablestore._warning_of_plain_deletes(plan, read, times))
          if versions.hard_deletes != 'ignore' and tablestore._has_deletes(read) %}
    {% elif times %}
      {% set found = tablestore._undated_changes(versions, read, names, has_operators, lacks_times) %}
      {% do warnings.append("model '" ~ plan.model ~ "' reads " ~ found ~ ', which have the ' ~ versions.at.name
          ~ ' of the row before the change, so versions can end too early or not at all: take the time of the commit,'
          ~ ' select *, _committed_at as seen_at, _commit as seen_in, with'
          ~ " sequence_field=['seen_at', 'seen_in']. If the SELECT leaves deletes out, write hard_deletes='ignore';"
          ~ ' if it gives such rows a time of their own, name it otherwise than a column of ' ~ read.table) if found %}
    {% endif %}
  {% endfor %}
  {{ return(warnings) }}
{% endmacro %}

{#
  What to say of deletes of a table that no keyed model writes. In its changes, and in all those of an Iceberg table, an
  update can be a -D and a +I of one commit, which nothing orders but the key.
#}
{% macro _warning_of_plain_deletes(plan, read, times) %}
  {{ return("model '" ~ plan.model ~ "' reads deletes of " ~ read.table ~ ' (-D), which have the ' ~ times | join(', ')
      ~ ' of the deleted row, and updates can be deletes and inserts there, so versions can end when they begin: keep'
      ~ ' the rows of the table in a keyed model, select * from {{ tablestore.changelog(...) }} with'
      ~ " changelog_producer='lookup', and make the history of its changelog by the time of the commit, select *,"
      ~ " _committed_at as seen_at, _commit as seen_in, with sequence_field=['seen_at', 'seen_in']. If the SELECT"
      ~ " leaves deletes out, write hard_deletes='ignore'; if it gives such rows a time of their own, name it"
      ~ ' otherwise than a column of ' ~ read.table) }}
{% endmacro %}

{# Whether the changes of such a table that a query reads have deletes: what says so is SQL, see `_read_annotation`. #}
{% macro _has_deletes(read) %}
  {{ return(read.deletes == 'true' or (read.deletes != 'false'
      and tablestore.query_rows('select ' ~ read.deletes ~ ' as found')[0].found)) }}
{% endmacro %}

{# The changes that end versions without a time of their own, among those that are read of a table; none without any. #}
{% macro _undated_changes(versions, read, names, has_operators, lacks_times) %}
  {% set moving = tablestore._other_keys(versions, read) | selectattr('lower_name', 'in', names)
      | map(attribute='name') | list %}
  {% set counts = tablestore.query_rows('select sum(rows_deleted) as deleted, sum(rows_updated) as updated from '
      ~ read.commits ~ ' where epoch = ' ~ tablestore.string_literal(read.epoch) ~ ' and commit > ' ~ read.after
      ~ ' and commit <= ' ~ read.until)[0] %}
  {% if lacks_times and has_operators and (counts.deleted or counts.updated) %}
    {{ return('the changes of an operator over ' ~ read.table) }}
  {% elif lacks_times and counts.deleted %}
    {{ return('deletes of ' ~ read.table ~ ' (-D)') }}
  {% endif %}
  {{ return('updates of ' ~ read.table ~ ' (-U), which can take a row to another ' ~ moving | join(', ')
      if counts.updated and moving else none) }}
{% endmacro %}

{# The columns of the key of a history that are not in the key of a table that it reads. #}
{% macro _other_keys(versions, read) %}
  {{ return(versions.key_columns | rejectattr('lower_name', 'in', read.key | map('lower') | list) | list) }}
{% endmacro %}

{#
  The plan of a table of versions, whose definition has the value of `dbt_valid_to_current`. A stored version is open if
  it has this value, so that must be the same in each run, whatever the time zone of the session.
#}
{% macro _with_end_of_versions(plan) %}
  {% set text, type = plan.versions.open_until, plan.versions.at.type %}
  {% set value = 'cast((' ~ text ~ ') as ' ~ type ~ ')' %}
  {% set value = 'to_utc_timestamp(' ~ value ~ ', current_timezone())' if type == 'timestamp' else value %}
  {% set query = 'select cast(' ~ value ~ " as string) || '" ~ (' UTC' if type == 'timestamp' else '') ~ "' as value" %}
  {% set problem = tablestore._run_attempt([{'step': 'catalog', 'sql': query}]).problem %}
  {% if problem %}
    {% do tablestore.fail("model '" ~ plan.model ~ "'", ["'dbt_valid_to_current' is '" ~ text
        ~ "', which has no value of type " ~ type ~ " without a row: write a constant, such as"
        ~ " timestamp'9999-12-31 00:00:00Z' (" ~ problem ~ ')']) %}
  {% endif %}
  {% set found = tablestore.query_rows(query)[0].value %}
  {{ return(dict(plan, definition=dict(plan.definition, **{'value of dbt_valid_to_current': found or 'none'}))) }}
{% endmacro %}

{#
  The plan with the version of the format that its table keeps: a rebuild replaces a table and leaves its version, which
  other programs may rely on, unless the model asks for a later one. An earlier one is refused. Version 1 cannot mark
  rows as deleted, so a table of it gets the next one.
#}
{% macro _with_version(plan, last) %}
  {% set name, properties = plan.table_format.version_property, plan.layout.properties %}
  {% set stored = last.properties.get(name, '0') %}
  {% if name in properties and properties[name] | int < stored | int %}
    {% do tablestore.fail("model '" ~ plan.model ~ "'",
        ['its table has format version ' ~ stored ~ ', and its config asks for '
        ~ properties[name] ~ ', but a table never goes back to an earlier version: write format_version=' ~ stored
        ~ ', or drop the table and run the model again']) %}
  {% elif name not in properties and stored | int %}
    {% set kept = {name: [stored | int, 2] | max | string} %}
    {{ return(dict(plan, layout=dict(plan.layout, properties=dict(properties, **kept)))) }}
  {% endif %}
  {{ return(plan) }}
{% endmacro %}
