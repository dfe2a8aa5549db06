{#
  The options of a model with `scd_type: 2`. With sequence groups, `sequence_field` has their fields, those with times
  of events first, in an order that does not depend on that of the config.
#}
{% macro _options_of_versions(given) %}
  {% set groups, times, others = [], [], [] %}
  {% for names, settings in given.fields.items() if settings.sequence_group %}
    {% do groups.append(names) %}
  {% endfor %}
  {% for names in groups | sort if given.options.merge_engine == 'partial-update' %}
    {% do times.append(names.split(',')[0]) %}
    {% do others.extend(names.split(',')[1:]) %}
  {% endfor %}
  {{ return(dict(given.options, sequence_field=times + others) if times else given.options) }}
{% endmacro %}
