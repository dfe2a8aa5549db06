{#
  Options of the model that have no effect with its other options. Like those of columns, they are errors as a config, and among the
  ignored options in a pasted WITH clause.
#}
{% macro _ineffective_options(given, pasted) %}
  {% set options, registry, reasons = given.options, tablestore.options(), {} %}
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
  {% for name, reason in reasons.items() if options[name] != registry[name].default %}
    {% do tablestore._without_effect(given, registry[name].paimon if registry[name].paimon in pasted, "'" ~ name ~ "'", reason) %}
  {% endfor %}
  {% set name, keys = 'changelog_producer_row_deduplicate_ignore_fields', options.primary_key | map('lower') | list %}
  {% for column in options[name] if column | lower in keys %}
    {% do tablestore._without_effect(given, registry[name].paimon ~ ': ' ~ column if registry[name].paimon in pasted, "'" ~ column ~ "' in '" ~ name ~ "'",
        'it is a key column, whose value is the same in all rows of its key') %}
  {% endfor %}
{% endmacro %}
