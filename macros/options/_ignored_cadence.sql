{# Options that write the changes of several commits together, given to a model that writes the changes of each commit. #}
{% macro _ignored_cadence(options) %}
  {% set ignored = {} %}
  {% for name in ['full_compaction_delta_commits', 'changelog_producer_compaction_interval'] %}
    {% if options[name] is not none and options.changelog_producer != 'full-compaction' %}
      {% do ignored.update({tablestore.options()[name].paimon: "only changelog_producer 'full-compaction' writes changes at intervals"}) %}
    {% endif %}
  {% endfor %}
  {{ return(ignored) }}
{% endmacro %}
