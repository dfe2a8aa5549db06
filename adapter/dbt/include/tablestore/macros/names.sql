{# The table format of a model: its `file_format`, or else that of the profile. #}
{% macro tablestore_file_format() %}
  {{ return(config.get('file_format') or tablestore_default_format()) }}
{% endmacro %}

{# The table format of models without `file_format`. #}
{% macro tablestore_default_format() %}
  {{ return(target.get('file_format') or 'iceberg') }}
{% endmacro %}

{# Whether CREATE OR REPLACE TABLE works, so that the table exists for readers at all times. #}
{% macro tablestore_is_replaceable(format) %}
  {{ return(format in ['delta', 'iceberg']) }}
{% endmacro %}

{#
  A model without a `database` goes to the profile's catalog. An Iceberg catalog has only Iceberg tables and
  views, so a table of another format goes to Spark's own catalog, in the same schema, and so does a SQL function.
#}
{% macro tablestore__generate_database_name(custom_database_name=none, node=none) %}
  {% set default_database = target.get('database') %}
  {% if custom_database_name %}
    {{ return(custom_database_name | trim) }}
  {% endif %}
  {% if node is not none and node.resource_type == 'function' and node.language == 'sql' %}
    {{ return('spark_catalog') }}
  {% endif %}
  {% if node is not none and default_database and default_database != 'spark_catalog' %}
    {% set node_config = node.config if node.config is defined else {} %}
    {% set format = node_config.get('file_format') or tablestore_default_format() %}
    {% if format != 'iceberg' and tablestore_is_stored(node, node_config) %}
      {{ return('spark_catalog') }}
    {% endif %}
  {% endif %}
  {{ return(default_database) }}
{% endmacro %}

{#
  Whether a node becomes a table, as opposed to a view or a query. A test does with `--store-failures`, which is not
  known where names are made; with `store_failures_as: view`, its view can be in any catalog.
#}
{% macro tablestore_is_stored(node, node_config) %}
  {% if node.resource_type in ['seed', 'snapshot', 'test'] %}
    {{ return(true) }}
  {% endif %}
  {{ return(node.resource_type == 'model' and node_config.get('materialized', 'view') not in ['view', 'ephemeral']) }}
{% endmacro %}
