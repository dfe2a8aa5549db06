{#
  The options that decide the stored rows: name -> text. If one of them changes, new batches cannot be merged into those
  rows.
#}
{% macro _definition(given, columns) %}
  {% set options = given.options %}
  {% set keys, sequence = options.primary_key | map('lower') | list, options.sequence_field | map('lower') | list %}
  {% set result = {
    'primary_key': keys | sort | join(', '),
    'merge_engine': options.merge_engine,
    'sequence_field': (sequence | join(', ') or 'none')
        ~ (', descending' if sequence and options.sequence_field_sort_order == 'descending' else ''),
  } %}
  {% set added = [] %}
  {% if options.scd_type == '2' %}
    {% set tracked = options.track_history or {'except': []} %}
    {% set names = tablestore._names_of_versions(options) %}
    {% do added.extend(names.values() | map('lower') | list + ['_events']) %}
    {% set times = [names.dbt_valid_from, names.dbt_system_from] | select | map('lower') | list %}
    {% do result.update({
      'primary_key': (keys + times) | sort | join(', '),
      'scd_type': '2',
      'hard_deletes': options.hard_deletes,
      'dbt_valid_to_current': options.dbt_valid_to_current or 'none',
      'snapshot_meta_column_names': names.values() | map('lower') | join(', '),
      'track_history': ('except ' if 'except' in tracked) ~ tracked.values() | first | sort | join(', ') or 'none',
    }) %}
    {% do result.update({'system_time': 'true'}) if options.system_time %}
    {% set name = 'partial_update_remove_record_on_sequence_group' %}
    {% do result.update({name: options[name] | map('lower') | sort | join(', ') or 'none'})
        if options.merge_engine == 'partial-update' %}
  {% endif %}
  {% for column in columns if options.merge_engine in ['aggregation', 'partial-update']
      and column.lower_name not in keys + sequence + added %}
    {% do result.update({'fields.' ~ column.lower_name: tablestore._merged_by(given, column.lower_name)}) %}
  {% endfor %}
  {{ return(result) }}
{% endmacro %}

{# How the values of a column are merged, as text: 'listagg, distinct', 'sum, ordered by version'. #}
{% macro _merged_by(given, name) %}
  {% set settings, parts, order = given.fields.get(name, {}), [], [] %}
  {% for fields, group in given.fields.items() if group.sequence_group
      and given.options.merge_engine == 'partial-update' %}
    {% if name in fields.split(',') %}
      {{ return('order of ' ~ fields) }}
    {% elif name in group.sequence_group | map('lower') | list %}
      {% do order.append('ordered by ' ~ fields) %}
    {% endif %}
  {% endfor %}
  {% set plain = 'last_value' if order else 'last_non_null_value' %}
  {% do parts.append(settings.aggregate_function or given.options.default_aggregate_function or plain) %}
  {% do parts.append('distinct') if settings.distinct %}
  {% do parts.append("delimiter '" ~ settings.list_agg_delimiter ~ "'") if settings.list_agg_delimiter is not none
      and settings.list_agg_delimiter is defined %}
  {% do parts.append('nested_key ' ~ settings.nested_key | map('lower') | join(' ')) if settings.nested_key %}
  {{ return((parts + order) | join(', ')) }}
{% endmacro %}
