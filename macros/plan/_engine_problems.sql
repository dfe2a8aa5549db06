{# What is wrong between the merge engine and its options. #}
{% macro _engine_problems(given) %}
  {% set options, problems = given.options, [] %}
  {% for name in ['partial_update_remove_record_on_delete', 'partial_update_remove_record_on_sequence_group',
                  'aggregation_remove_record_on_delete'] if options[name] %}
    {% if options.ignore_delete %}
      {% do problems.append("'" ~ name ~ "' and 'ignore_delete' say opposite things: keep one of them") %}
    {% endif %}
    {% set engine = tablestore.options()[name].engine %}
    {% if options.merge_engine != engine %}
      {% do problems.append("'" ~ name ~ "' is an option of merge_engine '" ~ engine ~ "'; the model's is '" ~ options.merge_engine ~ "'") %}
    {% endif %}
  {% endfor %}
  {% if options.merge_engine == 'first-row' and options.changelog_producer not in ['none', 'lookup'] %}
    {% do problems.append("changelog_producer '" ~ options.changelog_producer ~ "' does not go with merge_engine 'first-row'; accepted are none, lookup") %}
  {% elif options.changelog_producer in ['input', 'lookup', 'full-compaction'] %}
    {% do problems.append("changelog_producer '" ~ options.changelog_producer ~ "' comes with the changelog of keyed tables, which this version does not have yet: remove it or set it to none") %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}
