{#
  What a relation declares about its columns, as {name: {nullable, key}}. DESCRIBE does not show it, but two other
  statements do: EXPLAIN, where `x is null` becomes false for a NOT NULL column, and SHOW TBLPROPERTIES, where a keyed
  table keeps its primary key. A plan lists at most 25 expressions. `nullable` is none where the plan does not show it.
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
  {% set is_query = relation is string and ' ' in relation.strip() %}
  {% set properties = {} if is_query else tablestore.table_properties(relation) %}
  {% set key = tablestore._split_names(properties.get('tablestore.primary-key', '')) %}
  {% for name in key if name in declared %}
    {% do declared[name].update({'key': 'PRI(' ~ key | join(', ') ~ ')'}) %}
  {% endfor %}
  {{ return(declared) }}
{% endmacro %}
