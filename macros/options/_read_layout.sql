{# How the table is laid out, from dbt-spark's configs and the columns of `cluster_by`. #}
{% macro _read_layout(node, relation, cluster_columns) %}
  {{ return({
    'cluster_by': cluster_columns | map(attribute='quoted') | list,
    'partition_by': tablestore._as_list(node.config.partition_by),
    'clustered_by': tablestore._as_list(node.config.clustered_by),
    'buckets': node.config.buckets,
    'location': node.config.location_root ~ '/' ~ relation.identifier if node.config.location_root else none,
    'comment': node.description if (node.config.persist_docs or {}).get('relation') else none,
    'properties': node.config.tblproperties or {},
  }) }}
{% endmacro %}
