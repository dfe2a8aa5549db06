{# Options that the merge engine cannot be combined with. #}
{% macro _engine_problems(given) %}
  {% set options, problems = given.options, [] %}
  {% for name in ['partial_update_remove_record_on_delete', 'partial_update_remove_record_on_sequence_group',
                  'aggregation_remove_record_on_delete'] if options[name] %}
    {% if options.ignore_delete %}
      {% do problems.append("'" ~ name ~ "' and 'ignore_delete' contradict each other: remove one of them") %}
    {% endif %}
    {% set engine = tablestore.options()[name].engine %}
    {% if options.merge_engine != engine %}
      {% do problems.append("'" ~ name ~ "' is an option of merge_engine '" ~ engine ~ "'; the model has merge_engine '" ~ options.merge_engine ~ "'") %}
    {% endif %}
  {% endfor %}
  {% if options.merge_engine == 'first-row' and options.changelog_producer not in ['none', 'lookup'] %}
    {% do problems.append("changelog_producer '" ~ options.changelog_producer ~ "' cannot be combined with merge_engine 'first-row'; accepted are none, lookup") %}
  {% endif %}
  {{ return(problems + tablestore._changelog_problems(options)) }}
{% endmacro %}

{# Options that the changelog producer cannot be combined with. #}
{% macro _changelog_problems(options) %}
  {% set problems, producer = [], options.changelog_producer %}
  {% for name in ['full_compaction_delta_commits', 'changelog_producer_compaction_interval']
      if options[name] is not none and producer == 'lookup' %}
    {% do problems.append("'" ~ name ~ "' cannot be combined with changelog_producer 'lookup', which writes the changes of every commit: "
        ~ "remove it, or write changelog_producer='full-compaction'") %}
  {% endfor %}
  {% if options.changelog_producer_row_deduplicate_ignore_fields and not options.changelog_producer_row_deduplicate %}
    {% do problems.append("'changelog_producer_row_deduplicate_ignore_fields' needs changelog_producer_row_deduplicate=true") %}
  {% endif %}
  {% if options.changelog_time_retained is not none and producer == 'none' %}
    {% do problems.append("'changelog_time_retained' has no effect without a changelog: add changelog_producer='lookup'") %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}
