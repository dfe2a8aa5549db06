{#
  Problems of the configs that lay out the table. Their types are those of dbt-spark.

    known  {file_format, table_format}: the name of the format, and its record
#}
{% macro _layout_problems(config, known) %}
  {% set problems, properties = [], config.get('tblproperties') %}
  {% if properties is not none and properties is not mapping %}
    {% do problems.append("'tblproperties' is '" ~ properties
        ~ "'; write a mapping such as {'write.parquet.compression-codec': 'zstd'}") %}
  {% endif %}
  {% for name in ['partition_by', 'clustered_by'] if config.get(name) is not none
      and tablestore._as_list(config.get(name)) | reject('string') | list %}
    {% do problems.append("'" ~ name ~ "' is '" ~ config.get(name)
        ~ "'; write a column name or a list of column names") %}
  {% endfor %}
  {% if config.get('cluster_by') and config.get('file_format') == 'delta'
      and (config.get('partition_by') or config.get('clustered_by')) %}
    {% do problems.append("'cluster_by' cannot be combined with partition_by or clustered_by on Delta: remove one of"
        ~ " them") %}
  {% endif %}
  {% if config.get('location_root') is not none and config.get('location_root') is not string %}
    {% do problems.append("'location_root' is '" ~ config.get('location_root') ~ "'; write a path or a URI") %}
  {% endif %}
  {% if config.get('format_version') is not none %}
    {% do problems.extend(tablestore._version_problems(config.format_version, properties, known)) %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}

{# Problems of `format_version`, the version of the table's format. A model can also give it as a table property. #}
{% macro _version_problems(version, properties, known) %}
  {% set label, property = "'format_version' is '" ~ version ~ "', and ", known.table_format.version_property %}
  {% set others = properties if properties is mapping else {} %}
  {% if not property %}
    {{ return([label ~ "it is an option of Iceberg, but file_format is '" ~ known.file_format
        ~ "': remove one of them"]) }}
  {% elif property in others and others[property] | string != version | string %}
    {{ return([label ~ "tblproperties has '" ~ property ~ "': '" ~ others[property] ~ "': remove one of them"]) }}
  {% endif %}
  {{ return([]) }}
{% endmacro %}
