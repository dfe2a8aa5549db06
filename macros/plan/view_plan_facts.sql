{# What a compiled plan records about the table of a materialized view besides its key; see `_compiled_plan_facts`. #}
{% macro view_plan_facts(options, columns) %}
  {{ return({
    'columns': columns,
    'engine': 'materialized_view',
    'format': options.layout.file_format,
    'definition': {},
    'options': {} if options.refresh_policy == 'auto' else {'refresh_policy': options.refresh_policy},
    'ttl': 0,
  }) }}
{% endmacro %}
