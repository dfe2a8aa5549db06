{#
  The names of other types than those of the messages, which are Paimon's. Its tinyint1-not-bool, to-nullable,
  char-to-string and longtext-to-bytes are what all columns have here, or, the last one, what JSON does not say.
#}
{% macro _mapped_types() %}
  {{ return(['to-string', 'bigint-unsigned-to-bigint']) }}
{% endmacro %}
