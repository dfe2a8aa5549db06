{# Fails if a file that the batch was read from is gone or has changed: the rows may lack some of its own. #}
{% macro _assert_same_files(plan, sql) %}
  {% for files in tablestore._annotations('files', sql) if files.missing %}
    {% set missing = tablestore.query_rows(files.missing)[0].missing %}
    {% if missing %}
      {% do tablestore.fail("model '" ~ plan.model ~ "' cannot commit what it has read; nothing was written", [
        files.subject ~ ': deleted or rewritten while the model read them: ' ~ tablestore._counted(missing, 'file'),
        'run it again: dbt run --select ' ~ plan.model,
      ]) %}
    {% endif %}
  {% endfor %}
{% endmacro %}
