{# The table and those beside it: the staged commit, the history of commits, the changelog. #}
{% macro _tables_of(options, relation, columns) %}
  {{ return({
    'table': relation | string,
    'commit_table': tablestore._beside(relation, '__commit'),
    'history_table': tablestore._beside(relation, '__commits'),
    'changelog': tablestore._changelog_of(options, relation, columns),
  }) }}
{% endmacro %}

{#
  The changelog of a keyed model, or none when it writes none.

    producer  input, lookup or full-compaction
    table     where the changes are
    pending   where the changes between two compactions wait; none when every commit is one
    commits, interval  how far compactions are apart
    compared  the columns in which a row must differ to count as changed; none when every row touched counts
    retained  how long changes are kept, none for ever
#}
{% macro _changelog_of(options, relation, columns) %}
  {% if options.changelog_producer == 'none' %}
    {{ return(none) }}
  {% endif %}
  {% set full = options.changelog_producer == 'full-compaction' %}
  {% set commits = options.full_compaction_delta_commits if full else none %}
  {% set interval = options.changelog_producer_compaction_interval if full and not commits else none %}
  {% set ignored = options.changelog_producer_row_deduplicate_ignore_fields | map('lower') | list
      + options.primary_key | map('lower') | list %}
  {{ return({
    'producer': options.changelog_producer,
    'table': tablestore._beside(relation, '__changelog'),
    'pending': tablestore._beside(relation, '__uncompacted') if interval or (commits or 1) > 1 else none,
    'input': tablestore._beside(relation, '__input') if options.changelog_producer == 'input' else none,
    'commits': commits,
    'interval': interval,
    'compared': columns | rejectattr('key', 'in', ignored) | list if options.changelog_producer_row_deduplicate else none,
    'retained': options.changelog_time_retained,
  }) }}
{% endmacro %}
