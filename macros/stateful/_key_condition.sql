{# Equality of an alias with the touched operator keys. #}
{% macro _key_condition(columns, alias, other, equals) %}
  {% set tests = [] %}
  {% for column in columns %}
    {% do tests.append(alias ~ '.' ~ tablestore._quote(column) ~ ' ' ~ equals ~ ' ' ~ other ~ '._key_' ~ loop.index) %}
  {% endfor %}
  {{ return(tests | join(' and ')) }}
{% endmacro %}
