{#
  The values that columns have in rows which were written before these columns were added: name -> SQL, where that is
  not null. Empty in sessions that know tables by statements only, which do not say it.
#}
{% macro _existing_values(relation) %}
  {% set known = adapter.tables().described(relation) if adapter.tables is defined else none %}
  {{ return(known.existing if known else {}) }}
{% endmacro %}
