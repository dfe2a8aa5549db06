{#
  The rows that were appended to a relation, as {rows, conditions, hidden}: what follows FROM, conditions, and quoted
  columns that do not belong to the rows. In the changes of a table, the rows that were deleted are not messages: a
  stream is landed by appending, and old messages are deleted when they are no longer needed.
#}
{% macro _appended(relation) %}
  {% set rows = tablestore._table_expression(relation) %}
  {% if '_row_kind' in rows %}
    {{ return({'rows': rows, 'conditions': ["_row_kind in ('+I', '+U')"], 'hidden': ['_row_kind']}) }}
  {% endif %}
  {{ return({'rows': rows, 'conditions': [], 'hidden': []}) }}
{% endmacro %}
