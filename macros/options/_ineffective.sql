{#
  Options of columns that the merge engine or their aggregate function does not use. Under `fields` they are errors. In
  a pasted WITH clause, which may have them because Paimon ignores them too, they are among the ignored options.
#}
{% macro _ineffective_fields(given, pasted) %}
  {% set registry, keys = tablestore.field_options(), given.options.primary_key | map('lower') | list %}
  {% for field, settings in given.fields.items() %}
    {% for name, value in settings.items() %}
      {% set reason = tablestore._field_without_effect(given.options.merge_engine, field in keys, name)
          or tablestore._unused_by_function(given.options, settings, registry[name], value) %}
      {% set spelling = pasted | select('equalto', 'fields.' ~ field ~ '.' ~ registry[name].paimon) | first %}
      {% set group = settings.sequence_group if name == 'sequence_group' and not reason else [] %}
      {% for member in group | map('lower') | select('in', field.split(',')) %}
        {% do tablestore._without_effect(given, spelling and spelling ~ ': ' ~ member,
            "'" ~ member ~ "' in fields['" ~ field ~ "'].sequence_group",
            'it orders this group, whose order is always kept with its columns') %}
      {% endfor %}
      {% do tablestore._without_effect(given, spelling, "fields['" ~ field ~ "']." ~ name, reason) if reason %}
    {% endfor %}
  {% endfor %}
{% endmacro %}

{# Why an option of a column has no effect; none if it has one. #}
{% macro _field_without_effect(engine, is_key, name) %}
  {% if engine in ['deduplicate', 'first-row'] %}
    {{ return("merge_engine '" ~ engine ~ "' keeps whole rows") }}
  {% elif name == 'sequence_group' %}
    {{ return(none if engine == 'partial-update' else "only merge_engine 'partial-update' has sequence groups") }}
  {% endif %}
  {{ return('it is a key column, whose value is the same in all rows of its key' if is_key else none) }}
{% endmacro %}

{#
  Why the aggregate function of a column does not use an option; none if it does, or if the value is that of a column
  without it.
#}
{% macro _unused_by_function(options, settings, option, value) %}
  {% set function = settings.aggregate_function or options.default_aggregate_function
      or ('last_non_null_value' if options.merge_engine == 'aggregation') %}
  {% if not option.functions or value == option.default or function in option.functions %}
    {{ return(none) }}
  {% endif %}
  {% set used = "aggregate_function '" ~ option.functions | join("' and '") ~ "'" %}
  {{ return('it is an option of ' ~ used ~ '; the column has ' ~ ("'" ~ function ~ "'" if function else 'none')) }}
{% endmacro %}

{# Notes what has no effect: an ignored option where it was pasted, as `spelling`, and otherwise a problem. #}
{% macro _without_effect(given, spelling, label, reason) %}
  {% if spelling %}
    {% do given.ignored.update({spelling: reason}) %}
  {% else %}
    {% do given.problems.append(label ~ ' has no effect: ' ~ reason ~ '; remove it') %}
  {% endif %}
{% endmacro %}

{#
  Options of the model that have no effect with its other options. Like those of columns, they are errors as a config,
  and among the ignored options in a pasted WITH clause.
#}
{% macro _ineffective_options(given, pasted, registry) %}
  {% set options, reasons = given.options, {} %}
  {% if options.merge_engine in ['deduplicate', 'first-row'] %}
    {% do reasons.update(default_aggregate_function="merge_engine '" ~ options.merge_engine ~ "' keeps whole rows") %}
  {% endif %}
  {% if options.changelog_producer in ['none', 'input'] %}
    {% do reasons.update(changelog_producer_row_deduplicate="changelog_producer '" ~ options.changelog_producer
        ~ "' does not compare rows with those before; 'lookup' and 'full-compaction' do") %}
  {% endif %}
  {% if not options.sequence_field %}
    {% do reasons.update(sequence_field_sort_order='there is no sequence_field') %}
  {% endif %}
  {% for name in ['track_history', 'system_time', 'hard_deletes', 'versions_retained', 'dbt_valid_to_current',
      'snapshot_meta_column_names'] if options.scd_type == '1' %}
    {% do reasons.update({name: 'only a model with scd_type=2 has versions'}) %}
  {% endfor %}
  {% for name, reason in reasons.items() if options[name] != registry[name].default %}
    {% set spelling = registry[name].paimon if registry[name].paimon in pasted %}
    {% do tablestore._without_effect(given, spelling, "'" ~ name ~ "'", reason) %}
  {% endfor %}
  {% set name, keys = 'changelog_producer_row_deduplicate_ignore_fields', options.primary_key | map('lower') | list %}
  {% for column in options[name] if column | lower in keys %}
    {% set spelling = registry[name].paimon ~ ': ' ~ column if registry[name].paimon in pasted %}
    {% do tablestore._without_effect(given, spelling, "'" ~ column ~ "' in '" ~ name ~ "'",
        'it is a key column, whose value is the same in all rows of its key') %}
  {% endfor %}
{% endmacro %}
