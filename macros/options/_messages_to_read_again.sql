{#
  From where `kafka` reads the messages of topics once more, by the variable `tablestore_read_again_from` of a run: the
  name of a topic -> a time, or the offset of each partition. Empty if it is not set.
#}
{% macro _messages_to_read_again() %}
  {% set given = var('tablestore_read_again_from', none) %}
  {% do tablestore.fail("the variable 'tablestore_read_again_from' is '" ~ given ~ "'", ['it is no mapping of topics; '
      ~ "write a time for a topic, {shop.orders: '2026-01-31 00:00:00'}, or the offset of each partition, "
      ~ '{shop.orders: {0: 42}}'] if given is not none and given is not mapping else []) %}
  {{ return(given or {}) }}
{% endmacro %}
