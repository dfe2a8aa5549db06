{#
  The snapshot of an Iceberg table, or the version of a Delta table, that the run of a rebuild has made; none if there
  is none. If its snapshot has expired, it is the oldest one that the table has: a parent that has expired says nothing.

    current  the current snapshot, `none` as text for a table without one; none for a Delta table
#}
{% macro _version_of_run(relation, current, run) %}
  {% if not current %}
    {% for row in tablestore.query_rows('describe history ' ~ relation) if run in (row.userMetadata or '') %}
      {{ return(row.version | string) }}
    {% endfor %}
    {{ return(none) }}
  {% elif current == 'none' %}
    {{ return(none) }}
  {% elif run in tablestore._adapter_summary(relation, current).get('tablestore.commit', '') %}
    {{ return(current) }}
  {% endif %}
  {% set known, at = {}, namespace(id=current, parent=current) %}
  {% for row in tablestore.query_rows(tablestore._snapshots_query(relation)) %}
    {% do known.update({row.id | string: row}) %}
  {% endfor %}
  {% for _ in known %}
    {% if at.parent | string not in known %}{% break %}{% endif %}
    {% set row = known[at.parent | string] %}
    {% set at.id, at.parent = row.id | string, row.parent %}
    {% if row.record %}
      {# that of another one is from before the rebuild #}
      {{ return(at.id if run in row.record else none) }}
    {% endif %}
  {% endfor %}
  {{ return(none if at.parent is none else at.id) }}
{% endmacro %}
