{# The code of a Python model and the code that writes its rows, both in this process, in the connection's session. #}
{% macro tablestore_python_write(compiled_code, relation, properties={}) %}
{%- do adapter.folder().assert_name(relation) %}
{#- A line of its own: the code begins where a line begins. #}
{{ compiled_code }}
# --- written by dbt ---
dbt = dbtObj(spark.table)
df = model(dbt, spark)
if not hasattr(df, 'writeTo'):
    df = df.to_spark() if hasattr(df, 'to_spark') else spark.createDataFrame(df)
{% if tablestore_is_replaceable(tablestore_file_format()) -%}
writer = df.writeTo({{ tojson(relation | string) }}).using({{ tojson(tablestore_file_format()) }})
{%- for column in tablestore_partition_columns() %}
writer = writer.partitionedBy({{ tojson(column) }})
{%- endfor %}
{%- for name, value in properties.items() %}
writer = writer.tableProperty({{ tojson(name) }}, {{ tojson(value) }})
{%- endfor %}
writer.createOrReplace()
{%- else -%}
df.write.mode('overwrite').format({{ tojson(tablestore_file_format()) }}).saveAsTable({{ tojson(relation | string) }})
{%- endif %}
{% endmacro %}

{% macro tablestore_partition_columns() %}
  {%- set columns = config.get('partition_by') or [] -%}
  {{ return([columns] if columns is string else columns) }}
{% endmacro %}
