{# The problem of a word in an `op_mapping` that is none of these. #}
{% macro _unknown_change_word(word) %}
  {% set words = tablestore._change_words().keys() | list %}
  {{ return("op_mapping: '" ~ word ~ "' is not accepted; write " ~ words | join(', ')
      ~ tablestore._near_names(word, words)) }}
{% endmacro %}
