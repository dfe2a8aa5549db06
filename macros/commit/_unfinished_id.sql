{#
  The id of this commit: that of the claim, or that of a rebuild that has replaced the table, which the table records. The
  claim of a rebuild that has not replaced the table is not a commit of it.
#}
{% macro _unfinished_id(last, claim) %}
  {% if last.epoch and last.number == 0 and last.properties.get('tablestore.staged') %}
    {{ return(last.properties['tablestore.staged']) }}
  {% elif claim and claim['tablestore.rebuild'] != 'true' %}
    {{ return(claim['tablestore.staged']) }}
  {% endif %}
  {{ return(none) }}
{% endmacro %}
