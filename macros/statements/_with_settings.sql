{# Statements between settings of the session that only they have. #}
{% macro _with_settings(statements, settings) %}
  {% set before, after = [], [] %}
  {% for name, value in settings.items() %}
    {% do before.append('set ' ~ tablestore._quote(name) ~ ' = ' ~ tablestore._quote(value | string)) %}
    {% do after.append('reset ' ~ tablestore._quote(name)) %}
  {% endfor %}
  {{ return(before + statements + after) }}
{% endmacro %}
