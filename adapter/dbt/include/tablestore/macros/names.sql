{# The format a model is stored in: its own `file_format`, else the profile's. #}
{% macro tablestore_file_format() %}
  {{ return(config.get('file_format') or target.get('file_format') or 'iceberg') }}
{% endmacro %}

{#
  A model without a `database` goes to the profile's catalog. An Iceberg catalog holds Iceberg tables and views
  only, so a table of another format goes to Spark's own catalog, under the same schema.
#}
{% macro tablestore__generate_database_name(custom_database_name=none, node=none) %}
  {% if custom_database_name %}
    {{ return(custom_database_name | trim) }}
  {% endif %}
  {% if node is not none and target.database and target.database != 'spark_catalog' %}
    {% set node_config = node.config if node.config is defined else {} %}
    {% set format = node_config.get('file_format') or target.get('file_format') or 'iceberg' %}
    {% if format != 'iceberg' and tablestore_is_stored(node, node_config) %}
      {{ return('spark_catalog') }}
    {% endif %}
  {% endif %}
  {{ return(target.database) }}
{% endmacro %}

{# Whether a node becomes a table, as opposed to a view, a query or a test. #}
{% macro tablestore_is_stored(node, node_config) %}
  {% if node.resource_type in ['seed', 'snapshot'] %}
    {{ return(true) }}
  {% endif %}
  {{ return(node.resource_type == 'model' and node_config.get('materialized', 'view') not in ['view', 'ephemeral']) }}
{% endmacro %}
