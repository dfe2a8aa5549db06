{#
  The snapshot of an Iceberg table, or the version of a Delta table, that a run has made; none if there is none.

    current  the current snapshot; none for a Delta table
#}
{% macro _version_of_run(relation, current, run) %}
  {% if not current %}
    {% for row in tablestore.query_rows('describe history ' ~ relation) if run in (row.userMetadata or '') %}
      {{ return(row.version | string) }}
    {% endfor %}
    {{ return(none) }}
  {% elif run in tablestore._adapter_summary(relation, current).get('tablestore.commit', '') %}
    {{ return(current) }}
  {% endif %}
  {% for row in tablestore.query_rows(tablestore._records_query(relation)) if run in (row.record or '') %}
    {{ return(row.version) }}
  {% endfor %}
  {{ return(none) }}
{% endmacro %}
