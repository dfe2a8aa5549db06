{# Why a SELECT cannot be a part of a statement: a semicolon ends it. #}
{% macro _semicolon_problems(query) %}
  {{ return(['the SELECT has a semicolon: remove it, and write one SELECT']
      if tablestore._code_tokens(query, ';') else []) }}
{% endmacro %}
