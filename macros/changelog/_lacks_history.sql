{# Whether a keyed table has lost its history, from which the times of its commits are known, see `_cannot_read`. #}
{% macro _lacks_history(upstream, subject) %}
  {{ return(tablestore._cannot_read(subject, ['its history of commits ' ~ upstream.history ~ ' does not exist any '
      ~ 'more, so it is not known when they were made: restore that table, or read without times']
      if upstream.history and not upstream.has_history else [])) }}
{% endmacro %}
