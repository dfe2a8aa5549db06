{# What an error about a stream begins with; a query is not repeated. #}
{% macro _stream_subject(name, relation) %}
  {% set text = relation | string | trim %}
  {{ return('tablestore.' ~ name ~ '(' ~ ('a query' if ' ' in text else text) ~ ')') }}
{% endmacro %}
