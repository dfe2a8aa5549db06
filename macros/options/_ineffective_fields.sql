{#
  Options of columns that the merge engine or their aggregate function does not use. Under `fields` they are errors. In a pasted WITH
  clause, which may have them because Paimon ignores them too, they are among the ignored options.
#}
{% macro _ineffective_fields(given, pasted) %}
  {% set registry, keys = tablestore.field_options(), given.options.primary_key | map('lower') | list %}
  {% for field, settings in given.fields.items() %}
    {% for name, value in settings.items() %}
      {% set reason = tablestore._field_without_effect(given.options.merge_engine, field in keys, name)
          or tablestore._unused_by_function(given.options, settings, registry[name], value) %}
      {% set spelling = pasted | select('equalto', 'fields.' ~ field ~ '.' ~ registry[name].paimon) | first %}
      {% set own = settings.sequence_group | map('lower') | select('in', field.split(',')) | list if name == 'sequence_group' and not reason else [] %}
      {% for member in own %}
        {% do tablestore._without_effect(given, spelling and spelling ~ ': ' ~ member, "'" ~ member ~ "' in fields['" ~ field ~ "'].sequence_group",
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

{# Why the aggregate function of a column does not use an option; none if it does, or if the value is that of a column without it. #}
{% macro _unused_by_function(options, settings, option, value) %}
  {% set function = settings.aggregate_function or options.default_aggregate_function
      or ('last_non_null_value' if options.merge_engine == 'aggregation') %}
  {% if not option.functions or value == option.default or function in option.functions %}
    {{ return(none) }}
  {% endif %}
  {% set used = "aggregate_function '" ~ option.functions | join("' and '") ~ "'" %}
  {{ return('it is an option of ' ~ used ~ '; the column has ' ~ ("'" ~ function ~ "'" if function else 'none')) }}
{% endmacro %}
