{# The condition that two aliases have equal values in all of these columns, which are quoted. #}
{% macro _columns_condition(columns, alias, other, equals) %}
  {% set tests = [] %}
  {% for column in columns %}
    {% do tests.append(alias ~ '.' ~ column ~ ' ' ~ equals ~ ' ' ~ other ~ '.' ~ column) %}
  {% endfor %}
  {{ return(tests | join(' and ')) }}
{% endmacro %}
