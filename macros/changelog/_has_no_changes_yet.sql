{#
  Whether the changes of a relation are not known because it is unavailable. A run asks the catalog, because the table
  can be newer than dbt's cache, and plain dbt-spark does not. It fails if there is no table, instead of reading all
  rows without recording that: a hook of the model can create the table after the query was compiled, and the next run
  would read the same rows again. Plain dbt-spark finds no views of Iceberg catalogs, so there Spark fails.
#}
{% macro _has_no_changes_yet(relation, subject) %}
  {% if not tablestore._is_unavailable(relation) %}
    {{ return(false) }}
  {% elif tablestore._is_parsing() or relation.is_cte or not tablestore._is_running_models() %}
    {{ return(true) }}
  {% elif tablestore._exists_now(relation) %}
    {{ return(false) }}
  {% elif tablestore._adapter_type() == 'tablestore' %}
    {% do tablestore.fail(subject, ['there is no table or view ' ~ relation ~ ': create it before the run, or in '
        ~ 'on-run-start; a pre_hook of this model is too late, because its query is compiled before']) %}
  {% endif %}
  {{ return(true) }}
{% endmacro %}
