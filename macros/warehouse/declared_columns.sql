{#
  What a relation declares about its columns, as {name: {nullable}}. DESCRIBE does not show it, but EXPLAIN does, where
  `x is null` becomes false for a NOT NULL column. A plan lists at most 25 expressions. `nullable` is none where the
  plan does not show it.
#}
{% macro declared_columns(relation, columns) %}
  {% set declared = {} %}
  {% for part in columns | batch(20) %}
    {% set tests = [] %}
    {% for column in part %}
      {% do tests.append(tablestore._quote(column.name) ~ ' is null as n' ~ loop.index) %}
    {% endfor %}
    {% set plan = run_query('explain select ' ~ tests | join(', ') ~ ' from '
        ~ tablestore._table_expression(relation))[0][0] %}
    {% for column in part %}
      {% set test = modules.re.search('(false|true|\\)) AS n' ~ loop.index ~ '#', plan) %}
      {% do declared.update({column.name: {'nullable': test.group(1) != 'false' if test else none}}) %}
    {% endfor %}
  {% endfor %}
  {{ return(declared) }}
{% endmacro %}
