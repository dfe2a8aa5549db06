{# How the table is laid out, with its columns: rows are sorted by those of `cluster_by`, or by the key. #}
{% macro _plan_layout(settings, relation, columns) %}
  {% set names = settings.options.cluster_by | map('lower') | list %}
  {% set names = settings.options.primary_key | map('lower') | list if names == ['key'] else names %}
  {% set version, property = settings.options.format_version, tablestore.formats()[settings.format].version_property %}
  {{ return(dict(settings.layout, **{
    'properties': dict(settings.layout.properties, **({property: version} if version and property else {})),
    'cluster_by': tablestore._columns_named(columns, names) | map(attribute='quoted') | list,
    'location': settings.layout.location ~ '/' ~ relation.identifier if settings.layout.location else none,
  })) }}
{% endmacro %}
