{#
  How a value that PostgreSQL did not send arrives: Debezium writes this text in place of a long value that an update
  has not changed, or its bytes.
#}
{% macro _unavailable_texts() %}
  {{ return({'string': '__debezium_unavailable_value', 'binary': 'X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ=='}) }}
{% endmacro %}
