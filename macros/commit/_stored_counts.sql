{# The counts that a table of commits has a column for, in their order. #}
{% macro _stored_counts(history, last) %}
  {% if last.number and 'tablestore.history-columns' in last.properties %}
    {{ return(last.properties['tablestore.history-columns'].split(',')) }}
  {% endif %}
  {{ return(tablestore._table_columns(history) | map(attribute='name') | select('in', tablestore._history_counts()) | list) }}
{% endmacro %}
