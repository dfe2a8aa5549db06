{# Problems of the configs that lay out the table. Their types are those of dbt-spark. #}
{% macro _layout_problems(config, format) %}
  {% set problems = [] %}
  {% if config.get('tblproperties') is not none and config.get('tblproperties') is not mapping %}
    {% do problems.append("'tblproperties' is '" ~ config.get('tblproperties') ~ "'; write a mapping such as {'write.parquet.compression-codec': 'zstd'}") %}
  {% endif %}
  {% for name in ['partition_by', 'clustered_by'] if tablestore._as_list(config.get(name)) | reject('string') | list %}
    {% do problems.append("'" ~ name ~ "' is '" ~ config.get(name) ~ "'; write a column name or a list of column names") %}
  {% endfor %}
  {% if config.get('cluster_by') and config.get('file_format') == 'delta' and (config.get('partition_by') or config.get('clustered_by')) %}
    {% do problems.append("'cluster_by' cannot be combined with partition_by or clustered_by on Delta: remove one of them") %}
  {% endif %}
  {% if config.get('location_root') is not none and config.get('location_root') is not string %}
    {% do problems.append("'location_root' is '" ~ config.get('location_root') ~ "'; write a path or a URI") %}
  {% endif %}
  {{ return(problems + tablestore._version_problems(config, format)) }}
{% endmacro %}
