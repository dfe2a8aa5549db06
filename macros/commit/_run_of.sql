{# The run that made a commit, from the properties of the commit or of its claim. #}
{% macro _run_of(properties) %}
  {{ return('invocation ' ~ properties.get('tablestore.invocation-id', 'unknown') ~ ', started '
      ~ properties.get('tablestore.committed-at', 'unknown')) }}
{% endmacro %}
