{# The rows in another order, which depends only on the number `order`; for 0 in the given order. #}
{% macro _permuted(rows, order) %}
  {% if not order %}
    {{ return(rows) }}
  {% endif %}
  {% set keyed = [] %}
  {% for row in rows %}
    {% do keyed.append({'row': row, 'by': local_md5(order ~ ':' ~ loop.index ~ ':' ~ row)}) %}
  {% endfor %}
  {{ return(keyed | sort(attribute='by') | map(attribute='row') | list) }}
{% endmacro %}
