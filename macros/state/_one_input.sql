{# An operator over one table; its result has one row per key, unless the shape says what else a row is known by. #}
{% macro _one_input(subject, relation, consumer, node, shape) %}
  {% set inputs = tablestore._inputs([dict({'relation': relation, 'name': 'input', 'table': 'input_rows'}, **shape)], consumer, subject) %}
  {% set identity = [] %}
  {% for name in shape.key %}
    {% do identity.append(tablestore._quote(name)) %}
  {% endfor %}
  {{ return(tablestore._stateful(node, dict({'identity': inputs[0]['keys'] if shape.by_row else identity, 'hidden': []}, **dict(shape, stored=inputs[0]['keys'])), inputs, subject)) }}
{% endmacro %}

{#
  The order of an operator, continued by the primary key: of rows that are equal in it the same one is picked in every run.
#}
{% macro _settled(order_by, keys) %}
  {% set items = tablestore._order_items(order_by, []) %}
  {% set order = tablestore._as_list(order_by) %}
  {% for key in keys %}
    {% do order.append({'column': key, 'direction': 'desc' if items[-1].descending else 'asc'}) %}
  {% endfor %}
  {{ return(order) }}
{% endmacro %}
