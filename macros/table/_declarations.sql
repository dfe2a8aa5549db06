{#
  What a relation declares of its columns, as {name: {'nullable', 'key'}}. Spark's DESCRIBE does not tell, so two other
  statements do: a plan, where `x is null` has become false for a column which is never null, and the table properties,
  where a keyed table has its primary key. A plan lists 25 expressions at most. `nullable` is none where none shows.
#}
{% macro _declarations(relation, columns) %}
  {% set declared = {} %}
  {% for part in columns | batch(20) %}
    {% set tests = [] %}
    {% for column in part %}
      {% do tests.append(tablestore._quote(column.name) ~ ' is null as n' ~ loop.index) %}
    {% endfor %}
    {% set plan = run_query('explain select ' ~ tests | join(', ') ~ ' from ' ~ tablestore._table(relation))[0][0] %}
    {% for column in part %}
      {% set test = modules.re.search('(false|true|\\)) AS n' ~ loop.index ~ '#', plan) %}
      {% do declared.update({column.name: {'nullable': test.group(1) != 'false' if test else none}}) %}
    {% endfor %}
  {% endfor %}
  {% set is_query = relation is string and ' ' in relation.strip() %}
  {% for row in ([] if is_query else run_query('show tblproperties ' ~ relation)) if row[0] == 'tablestore.primary-key' %}
    {% for name in row[1].split(',') if name in declared %}
      {% do declared[name].update({'key': 'PRI(' ~ row[1] | replace(',', ', ') ~ ')'}) %}
    {% endfor %}
  {% endfor %}
  {{ return(declared) }}
{% endmacro %}
