{#
  Whether a table cannot be read as it is now, because of these problems. Commands that read rows fail. Those that only
  compile warn: one table would make `dbt compile` and `dbt docs generate` fail for the whole project.
#}
{% macro _cannot_read(subject, problems) %}
  {% if problems and tablestore._is_compiling_only() %}
    {% do tablestore.warn(subject ~ ":\n  - " ~ problems | join("\n  - ")) %}
  {% else %}
    {% do tablestore.fail(subject, problems) %}
  {% endif %}
  {{ return(problems | length > 0) }}
{% endmacro %}
