{# Equality of two aliases in columns of the same, quoted names. #}
{% macro _columns_condition(columns, alias, other) %}
  {% set tests = [] %}
  {% for column in columns %}
    {% do tests.append(alias ~ '.' ~ column ~ ' = ' ~ other ~ '.' ~ column) %}
  {% endfor %}
  {{ return(tests | join(' and ')) }}
{% endmacro %}
