{#
  The columns that a DESCRIBE lists, as [{name, type, comment}]. The list ends at the first row without a type: an empty
  line or a heading. A heading starts with `#`, and so may the name of a column. Types are SQL, see `_described_type`.
#}
{% macro _describe(sql) %}
  {% set columns = [] %}
  {% for row in tablestore.query_rows(sql) %}
    {% if not row.col_name or not row.data_type %}
      {% break %}
    {% endif %}
    {% set nested = 'struct<' in row.data_type | lower %}
    {% set type = tablestore._described_type(row.data_type) if nested else row.data_type %}
    {% do columns.append({'name': row.col_name, 'type': type, 'comment': row.comment}) %}
  {% endfor %}
  {{ return(columns) }}
{% endmacro %}

{# The columns of a table, as `_describe` lists them; `of_run` says that it is one of a run, which others may drop. #}
{% macro _describe_table(relation, of_run=false) %}
  {% set known, columns = adapter.tables().described(relation) if adapter.tables is defined else none, [] %}
  {% if not known %}
    {{ return(tablestore._describe({'step': 'catalog', 'reads': [relation | string] if of_run else [],
        'sql': 'describe table ' ~ relation})) }}
  {% endif %}
  {% for column in known.columns %}
    {% set nested = 'struct<' in column.type | lower %}
    {% do columns.append(dict(column, type=tablestore._described_type(column.type)) if nested else column) %}
  {% endfor %}
  {{ return(columns) }}
{% endmacro %}

{# The columns of a batch, which is a query, and of the table that it is merged into; [] without a table. #}
{% macro _describe_batch(sql, table) %}
  {% set stored = tablestore._describe_table(table) if table else [] %}
  {{ return({'query': tablestore._describe('describe query ' ~ sql), 'stored': stored}) }}
{% endmacro %}
