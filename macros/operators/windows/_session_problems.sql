{# Problems of the rows of sessions. #}
{% macro _session_problems(relation) %}
  {{ return(tablestore._unread_changes_problems('relation', relation, 'so a session that goes on in the next run would'
      ~ ' be two: write it in a table or a view, over all rows')) }}
{% endmacro %}
