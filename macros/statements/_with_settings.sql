{# Statements between settings of the session that only they have: options of a write by the end of their names, or other settings. #}
{% macro _with_settings(statements, identifier) %}
  {% set before, after = [], [] %}
  {% for name, value in identifier.items() %}
    {% set setting = '`spark.databricks.delta.' ~ ('commitInfo.' if name == 'userMetadata' else '' if '.' in name else 'write.') ~ name ~ '`' %}
    {% do before.append('set ' ~ setting ~ ' = ' ~ tablestore._quote(value | string)) %}
    {% do after.append('reset ' ~ setting) %}
  {% endfor %}
  {{ return(before + statements + after) }}
{% endmacro %}
