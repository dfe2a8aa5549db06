{#
  The columns of a relation as rows, in the columns of Flink's DESCRIBE. `extras` and `watermark` are null: Spark has no
  computed columns and no watermarks. For a relation given as a string, as in `dbt run-operation describe`, the columns
  are also printed: the name of a model, a seed or a snapshot, or that of a table with its schema.
#}
{% macro describe(relation=none) %}
  {% set is_named = relation is string %}
  {% do tablestore._check_arguments('describe', '{relation: orders}', needed={'relation': relation}, unknown=kwargs)
      if not tablestore._is_parsing() %}
  {% set relation = tablestore._relation_named(relation) %}
  {% set query = 'select * from ' ~ relation if relation is string else relation %}
  {% set columns = tablestore._relation_columns(query, 'describe') %}
  {% set declared = tablestore.declared_columns(relation, columns) if columns else {} %}
  {% set keys, rows = tablestore._described_key(relation) if columns else [], [] %}
  {% for column in columns %}
    {% do column.update(declared[column.name], key='PRI(' ~ keys | join(', ') ~ ')' if column.name in keys else none) %}
    {% set nullable = 'null' if column.nullable is none else column.nullable | lower %}
    {% set texts = [tablestore.string_literal(column.name), tablestore.string_literal(column.type), nullable] %}
    {% for text in [column.key, column.comment] %}
      {% do texts.append(tablestore.string_literal(text) if text else 'null') %}
    {% endfor %}
    {% do rows.append('(' ~ texts | join(', ') ~ ')') %}
  {% endfor %}
  {% do log(tablestore._columns_as_text(columns), info=true) if is_named and columns %}
  {% set sql -%}
(
    select
        name,
        type,
        boolean(nullable) as `null`,
        string(key) as key,
        string(null) as extras,
        string(null) as watermark,
        string(comment) as comment
    from values
        {{ (rows or ["('', '', null, null, null)"]) | join(',\n        ') }}
        as columns (name, type, nullable, key, comment)
    {%- if not rows %}
    where false
    {%- endif %}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{# The names of the key columns of a keyed table, which its properties have; empty for others and for a query. #}
{% macro _described_key(relation) %}
  {% set is_query = relation is string and ' ' in relation.strip() %}
  {% set properties = {} if is_query else tablestore.table_properties(relation) %}
  {{ return(tablestore._split_names(properties.get('tablestore.primary-key', ''))) }}
{% endmacro %}

{# The columns as aligned lines of text: name, type, `not null`, key, comment. #}
{% macro _columns_as_text(columns) %}
  {% set names = columns | map(attribute='name') | map('length') | max %}
  {% set types = columns | map(attribute='type') | map('length') | max %}
  {% set lines = [] %}
  {% for column in columns %}
    {% set null = 'not null' if column.nullable is false else '' %}
    {% set rest = [null, column.key or '', column.comment or ''] | select | join('  ') %}
    {% do lines.append('%s  %s  %s' | format(column.name.ljust(names), column.type.ljust(types), rest) | trim) %}
  {% endfor %}
  {{ return(lines | join('\n')) }}
{% endmacro %}
