{#
  Runs statements that maintain tables until one fails, as {ran, problem}, see `_run_attempt`. The settings of the
  session that they have set are reset even then.
#}
{% macro _attempt_maintenance(statements) %}
  {% set tried = tablestore._run_attempt(statements) %}
  {% if tried.problem %}
    {% set settings = statements[:tried.ran] | selectattr('kind', 'equalto', 'set') | map(attribute='setting') | list %}
    {% for reset in statements[tried.ran:] if reset.kind == 'reset' and reset.setting in settings %}
      {% do tablestore._run_attempt([reset]) %}
    {% endfor %}
  {% endif %}
  {{ return(tried) }}
{% endmacro %}
