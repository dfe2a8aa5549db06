{# The condition that the operator key of an alias equals a touched key. #}
{% macro _key_condition(columns, alias, other, equals) %}
  {% set tests = [] %}
  {% for column in columns %}
    {% do tests.append(alias ~ '.' ~ tablestore._quote(column) ~ ' ' ~ equals ~ ' ' ~ other ~ '._key_' ~ loop.index) %}
  {% endfor %}
  {{ return(tests | join(' and ')) }}
{% endmacro %}

{# The condition that two aliases have equal values in all of these columns, which are quoted. #}
{% macro _columns_condition(columns, alias, other, equals) %}
  {% set tests = [] %}
  {% for column in columns %}
    {% do tests.append(alias ~ '.' ~ column ~ ' ' ~ equals ~ ' ' ~ other ~ '.' ~ column) %}
  {% endfor %}
  {{ return(tests | join(' and ')) }}
{% endmacro %}
