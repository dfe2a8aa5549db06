{#
  From where `kafka` reads the messages of topics once more, by the variable `tablestore_read_again_from` of a run: the
  name of a topic -> a time, or the offset of each partition. Empty if it is not set.
#}
{% macro _messages_to_read_again() %}
  {{ return(var('tablestore_read_again_from', none) or {}) }}
{% endmacro %}
