{# A text of entries, one after the other, as rows: 16 digits for a path, and 8 for its size and time. #}
{% macro _split_entries(text, is_literal=true) %}
  {{ return('explode(regexp_extract_all(' ~ (tablestore.string_literal(text) if is_literal else text)
      ~ ", '.{" ~ tablestore._file_entry_length() ~ "}', 0))") }}
{% endmacro %}
