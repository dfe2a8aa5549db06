{#
  How the changes of a batch arrive, from the annotations of its query. If the row kinds are not those of the changes
  but a column of their rows, as in a log that was landed, a commit can have several changes of a key:

    given    in the order of the batch, as with the producer `input` and with row kinds of another column
    commits  in the order of the upstream's commits, each with at most one row less and one row more per key
    net      from several tables, of each the net changes of the run
    several  from several tables, whose commits have no order among them
#}
{% macro _batch_arrival(query, settings) %}
  {% set orders, tables = [], [] %}
  {% for read in tablestore._annotations('changelog', query) if read.order %}
    {% do orders.append(read.order) %}
    {% do tables.append(read.table) %}
  {% endfor %}
  {% for operator in tablestore._annotations('operator', query) %}
    {% do orders.append('commits') %}
    {% do tables.append('operator ' ~ loop.index) %}
  {% endfor %}
  {% set kind = settings.options.rowkind_field or '_row_kind' %}
  {% if tablestore._annotations('operations', query) or kind | lower != '_row_kind' %}
    {% do orders.append('given') %}
  {% endif %}
  {% if tables | unique | list | length > 1 %}
    {{ return('several' if orders | reject('equalto', 'net') | list else 'net') }}
  {% endif %}
  {{ return('given' if 'given' in orders or not orders else 'commits') }}
{% endmacro %}
