{# Whether a keyed table has lost its history, from which the times of its commits are known, see `_cannot_read`. #}
{% macro _lacks_history(upstream, subject) %}
  {{ return(tablestore._cannot_read(subject, ['its history of commits ' ~ upstream.history ~ ' no longer exists, '
      ~ 'so the times of its commits are unknown: restore that table, or read without times']
      if upstream.history and not upstream.has_history else [])) }}
{% endmacro %}
