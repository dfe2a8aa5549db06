{#
  A statement that writes a commit, with the record of the commit: the snapshot that it makes has it, or, without branches, the
  version, and Delta executes it once.

    settings  what else the session has meanwhile
#}
{% macro _identified(statement, commit, plan, settings={}) %}
  {% if plan.branch %}
    {{ return(tablestore._with_settings([statement], {'spark.sql.iceberg.snapshot-property.tablestore.commit': tablestore._record_text(commit)})) }}
  {% endif %}
  {% set names, prefix = {}, 'spark.databricks.delta.' %}
  {% for name, value in tablestore._identifier(commit).items() %}
    {% do names.update({prefix ~ ('commitInfo.' if name == 'userMetadata' else 'write.') ~ name: value}) %}
  {% endfor %}
  {{ return(tablestore._with_settings([statement], dict(names, **settings))) }}
{% endmacro %}
