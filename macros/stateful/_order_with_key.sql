{# The order of an operator followed by the primary key, so that every run picks the same one of several equal rows. #}
{% macro _order_with_key(order_by, primary_key) %}
  {% set items = tablestore._order_items(order_by, []) %}
  {% set order = tablestore._as_list(order_by) %}
  {% for key in primary_key %}
    {% do order.append({'column': key, 'direction': 'desc' if items[-1].descending else 'asc'}) %}
  {% endfor %}
  {{ return(order) }}
{% endmacro %}
