{# A table whose changes are read, see `_upstream_schema`; none if it cannot be read, see `_cannot_read`. #}
{% macro _upstream(given, subject, consumer=none) %}
  {% set relation, pinned = tablestore._bare_relation(given), tablestore._is_pinned(consumer) %}
  {% set known = tablestore.described_upstream(relation, tablestore.stored_rows(relation), subject, pinned) %}
  {{ return(tablestore.readable_upstream(known, subject, pinned, given.limit)) }}
{% endmacro %}

{#
  Whether a query that reads a table names its version, so that its rows are those of the commit that it counts as read.
  A view does not, because it is read later; nor does an ephemeral model without a consumer, which can be part of a
  view.
#}
{% macro _is_pinned(consumer) %}
  {{ return(not tablestore._is_compiling_view() and not (consumer is none and tablestore._is_compiling_ephemeral())) }}
{% endmacro %}
