{# A row as JSON that keeps every digit of its values. #}
{% macro _row_as_json(columns) %}
  {{ return("to_json(struct(" ~ columns | map(attribute='quoted') | join(', ')
      ~ "), map('ignoreNullFields', 'false', "
      ~ "'timestampFormat', \"yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX\", "
      ~ "'timestampNTZFormat', \"yyyy-MM-dd'T'HH:mm:ss.SSSSSS\"))") }}
{% endmacro %}
