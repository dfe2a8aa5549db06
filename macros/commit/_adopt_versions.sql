{#
  The plan for a table with versions that is not a keyed table, such as a snapshot of dbt: it gets the column `_events`,
  which is null for versions that say all about themselves.
#}
{% macro _adopt_versions(plan, settings, relation, query) %}
  {% set new, problems = plan.new_columns | map(attribute='lower_name') | list, [] %}
  {% set events = plan.new_columns | selectattr('name', 'equalto', '_events') | list %}
  {% for name in tablestore._names_of_versions(settings.options).values()
      if name | lower in new %}
    {% do problems.append("the existing table has no column '" ~ name ~ "', so its rows are not versions: name its"
        ~ ' column in snapshot_meta_column_names, or rebuild the model: '
        ~ tablestore.rebuild_command(plan.model, with_readers=false)) %}
  {% endfor %}
  {% set at = plan.versions.at %}
  {% if plan.versions.groups %}
    {% do problems.append('it does not say which sequence group has changed in a version: rebuild the model, '
        ~ tablestore.rebuild_command(plan.model, with_readers=false)) %}
  {% elif at.lower_name in new %}
    {% do problems.append("the existing table has no column '" ~ at.name ~ "', which sequence_field names: name the"
        ~ " column of the snapshot's updated_at") %}
  {% elif not problems %}
    {% set recorded = tablestore._column_of_recorded_deletes(plan, settings.options) %}
    {% do problems.append("the existing table has the column '" ~ recorded ~ "', as a snapshot that records deletes"
        ~ " has: write hard_deletes='new_record'") if recorded %}
    {% do problems.extend(tablestore._schema_problems_of_versions(plan) + tablestore._other_times(plan, at))
        if not recorded %}
  {% endif %}
  {% do tablestore.fail("model '" ~ plan.model ~ "' cannot take over its table as a history of versions", problems) %}
  {% if not events %}
    {{ return(plan) }}
  {% endif %}
  {% do tablestore._run([{'step': 'alter', 'sql': 'alter table ' ~ plan.table ~ ' add columns (`_events` '
      ~ events[0].type ~ " comment 'the events of the version that its columns do not say')"}]) %}
  {% set columns = tablestore._describe_batch(query, relation) %}
  {% set stored = columns.stored | rejectattr('name', 'equalto', '_events') | list
      + [{'name': '_events', 'type': tablestore._stored_type(plan.table_format, events[0].type)}] %}
  {{ return(tablestore.merge_plan(settings, relation, columns.query, stored, none, plan.side_schema)) }}
{% endmacro %}

{# The column of the table that says which versions are deletes, if the model does not have it; none without one. #}
{% macro _column_of_recorded_deletes(plan, options) %}
  {% set name = options.snapshot_meta_column_names.get('dbt_is_deleted') or 'dbt_is_deleted' %}
  {{ return(plan.missing_columns | selectattr('lower_name', 'equalto', name | lower) | map(attribute='name') | first
      | default(none)) }}
{% endmacro %}

{# Why stored times cannot be kept: from then on, the time of a version is its `dbt_valid_from`. #}
{% macro _other_times(plan, at) %}
  {% set added = plan.versions.added %}
  {% set deleted = added.dbt_is_deleted.quoted ~ " <=> 'True'" if added.dbt_is_deleted else 'false' %}
  {% set count = tablestore.query_rows('select count(*) as versions from ' ~ plan.table ~ ' where not (' ~ at.quoted
      ~ ' <=> ' ~ added.dbt_valid_from.quoted ~ ') and not (' ~ deleted ~ ')')[0].versions %}
  {% set counted = tablestore._counted(count, 'row') ~ (' has' if count == 1 else ' have') %}
  {{ return([counted ~ " another time in '" ~ at.name ~ "' than in '" ~ added.dbt_valid_from.name
      ~ "', as after strategy 'check': name the column from which on a version was valid in sequence_field"]
      if count else []) }}
{% endmacro %}
