{# How the changelog of a keyed model is written, see `_changelog_schema`; none when the model writes no changelog. #}
{% macro _plan_changelog(options, relation, side_schema) %}
  {% if options.changelog_producer == 'none' %}
    {{ return(none) }}
  {% endif %}
  {% set full = options.changelog_producer == 'full-compaction' %}
  {% set commits = options.full_compaction_delta_commits if full else none %}
  {% set interval = options.changelog_producer_compaction_interval if full and not commits else none %}
  {% set ignored = options.changelog_producer_row_deduplicate_ignore_fields | map('lower') | reject('in', options.primary_key | map('lower') | list) | list %}
  {{ return(tablestore._new_changelog(relation, side_schema, options.changelog_producer, interval or (commits or 1) > 1, {
    'commits': commits,
    'interval': interval,
    'ignored': ignored if options.changelog_producer_row_deduplicate else none,
    'retained': options.changelog_time_retained,
  })) }}
{% endmacro %}
