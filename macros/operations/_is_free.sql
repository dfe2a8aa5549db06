{# Locks a table; if another run is writing it, that is one of the `problems`, and the result is false. #}
{% macro _is_free(relation, problems) %}
  {% set busy = tablestore._adapter_try_lock(relation) %}
  {% do problems.append(busy) if busy %}
  {{ return(not busy) }}
{% endmacro %}
