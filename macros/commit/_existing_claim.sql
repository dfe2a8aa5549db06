{#
  The properties of the claim of the next commit, which an earlier run has made and not released; none if there is none. The
  commit may have been sealed after `last` was read, so the table is read again: a claim that was seen before counts.
#}
{% macro _existing_claim(relation, last) %}
  {% set claim = tablestore._claim_relation(relation, last) %}
  {% if not load_relation(claim) or not tablestore._exists_now(claim) %}
    {{ return(none) }}
  {% endif %}
  {% set properties = tablestore._table_properties(claim) %}
  {% do tablestore._assert_unchanged(relation, last) %}
  {{ return(properties) }}
{% endmacro %}
