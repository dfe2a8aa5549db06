{# Statements between settings of the session that only they have. #}
{% macro _with_settings(statements, identifier) %}
  {% set before, after = [], [] %}
  {% for name, value in identifier.items() %}
    {% set setting = '`spark.databricks.delta.' ~ ('commitInfo.' if name == 'userMetadata' else 'write.') ~ name ~ '`' %}
    {% do before.append('set ' ~ setting ~ ' = ' ~ tablestore._quote(value | string)) %}
    {% do after.append('reset ' ~ setting) %}
  {% endfor %}
  {{ return(before + statements + after) }}
{% endmacro %}
