{#
  The columns that a table fills where a statement leaves them out: name -> with what. Empty in sessions that know
  tables by statements only, which do not say it.
#}
{% macro _filled_columns(relation) %}
  {% set known = adapter.tables().described(relation) if adapter.tables is defined else none %}
  {{ return(known.filled if known else {}) }}
{% endmacro %}
