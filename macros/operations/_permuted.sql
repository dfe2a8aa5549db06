{# The rows in the given order for 0, or in another order, always the same one for a number. #}
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
