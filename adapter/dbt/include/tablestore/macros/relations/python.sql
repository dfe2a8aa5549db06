{#
  The code of a Python model and the code that writes its rows, both in this process, in the connection's session. The
  statement of a SQL model creates the table, so the same configs apply; it reads a view of the rows.
#}
{% macro tablestore_python_write(compiled_code, relation) %}
{%- do adapter.folder().assert_name(relation) %}
{%- set create = tablestore_create_table() ~ ' ' ~ relation ~ ' ' ~ tablestore_table_clauses() %}
{{ tablestore_python_frame(compiled_code) }}
df.createOrReplaceTempView('__dbt_rows')
try:
    spark.sql({{ tablestore_python_text(create ~ ' as select * from __dbt_rows') }})
finally:
    spark.catalog.dropTempView('__dbt_rows')
{% endmacro %}

{# The same for the rows of a batch, which are read once: a table with nothing but its properties. #}
{% macro tablestore_python_write_batch(compiled_code, relation, properties={}) %}
{%- do adapter.folder().assert_name(relation) %}
{{ tablestore_python_frame(compiled_code) }}
{% if tablestore_is_replaceable(tablestore_file_format()) -%}
writer = df.writeTo({{ tablestore_python_text(relation | string) }}).using({{ tojson(tablestore_file_format()) }})
{%- for name, value in properties.items() %}
writer = writer.tableProperty({{ tablestore_python_text(name) }}, {{ tablestore_python_text(value) }})
{%- endfor %}
writer.createOrReplace()
{%- else -%}
writer = df.write.mode('overwrite').format({{ tojson(tablestore_file_format()) }})
writer.saveAsTable({{ tablestore_python_text(relation | string) }})
{%- endif %}
{% endmacro %}

{#
  dbt gives a source as a query where --empty or --sample leaves rows out, and a model that is referenced as its table.
#}
{% macro tablestore_python_frame(compiled_code) %}
{#- A line of its own: the code begins where a line begins. #}
{{ compiled_code }}
# --- written by dbt ---
dbt = dbtObj(lambda name: spark.sql('select * from ' + name) if name.startswith('(') else spark.table(name))
df = model(dbt, spark)
if not hasattr(df, 'writeTo'):
    df = df.to_spark() if hasattr(df, 'to_spark') else spark.createDataFrame(df)
__dbt_check()
{%- endmacro %}

{# A text in Python. JSON alone writes an emoji as two escapes, which Python reads as two characters. #}
{% macro tablestore_python_text(text) %}
  {{- return("__import__('json').loads(" ~ tojson(tojson(text)) ~ ')') -}}
{% endmacro %}
