{# What a run with a limit leaves: '1 more waits for the next run'. #}
{% macro _more_waiting(count) %}
  {{ return('{:,}'.format(count | int) ~ ' more ' ~ ('waits' if count | int == 1 else 'wait') ~ ' for the next run') }}
{% endmacro %}
