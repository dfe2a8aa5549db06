{# How the table is laid out, from dbt-spark's configs. `location` is the folder that the table is in. #}
{% macro _read_layout(node) %}
  {{ return({
    'partition_by': tablestore._as_list(node.config.partition_by),
    'clustered_by': tablestore._as_list(node.config.clustered_by),
    'buckets': node.config.buckets,
    'location': node.config.location_root,
    'comment': node.description if (node.config.persist_docs or {}).get('relation') else none,
    'properties': node.config.tblproperties or {},
  }) }}
{% endmacro %}
