{# How the table is laid out, with its columns: rows are sorted by those of `cluster_by`, or by the key. #}
{% macro _plan_layout(settings, relation, columns) %}
  {% set names = settings.options.cluster_by | map('lower') | list %}
  {% set names = settings.options.primary_key | map('lower') | list if names == ['key'] else names %}
  {% set version, property = settings.options.format_version, settings.table_format.version_property %}
  {{ return(dict(settings.layout, **{
    'properties': dict(settings.layout.properties, **({property: version} if version and property else {})),
    'cluster_by': tablestore._columns_named(columns, names) | map(attribute='quoted') | list if names else [],
    'partition_by': tablestore._laid_out_by(settings.layout.partition_by, columns),
    'clustered_by': tablestore._laid_out_by(settings.layout.clustered_by, columns),
    'location': settings.layout.location ~ '/' ~ relation.identifier if settings.layout.location else none,
  })) }}
{% endmacro %}

{# Columns, or transforms of them, with the names of columns in quotes. A name of a field in a column stays as it is. #}
{% macro _laid_out_by(entries, columns) %}
  {% set found, names = [], columns | map(attribute='lower_name') | list %}
  {% for entry in entries | select('string') %}
    {% set part = tablestore._partition_column(entry, names) %}
    {% set column = tablestore._columns_named(columns, [part.name | lower]) | first %}
    {% do found.append(part.begin ~ column.quoted ~ part.end if column else entry) %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}
