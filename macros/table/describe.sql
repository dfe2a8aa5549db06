{#
  The columns of a relation as rows of Flink's DESCRIBE. What Spark does not tell (nullability, keys, computed columns
  and watermarks) is null. A relation given as text, as `dbt run-operation describe` does, is printed as well.
#}
{% macro describe(relation) %}
  {% set columns = tablestore._columns_of('select * from ' ~ relation if relation is string else relation, 'describe') %}
  {% set rows = [] %}
  {% for column in columns %}
    {% set comment = tablestore._text(column.comment) if column.comment else 'string(null)' %}
    {% do rows.append('(' ~ tablestore._text(column.name) ~ ', ' ~ tablestore._text(column.type) ~ ', ' ~ comment ~ ')') %}
  {% endfor %}
  {% if relation is string and columns %}
    {% do log(tablestore._columns_as_text(columns), info=true) %}
  {% endif %}
  {% set sql -%}
(
    select
        name,
        type,
        boolean(null) as `null`,
        string(null) as key,
        string(null) as extras,
        string(null) as watermark,
        comment
    from values
        {{ (rows or ["('', '', '')"]) | join(',\n        ') }}
        as columns (name, type, comment)
    {%- if not rows %}
    where false
    {%- endif %}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{# Columns as lines for people: name, type, comment. #}
{% macro _columns_as_text(columns) %}
  {% set names = columns | map(attribute='name') | map('length') | max %}
  {% set types = columns | map(attribute='type') | map('length') | max %}
  {% set lines = [] %}
  {% for column in columns %}
    {% set line = '%s  %s  %s' | format(column.name.ljust(names), column.type.ljust(types), column.comment or '') %}
    {% do lines.append(line.rstrip()) %}
  {% endfor %}
  {{ return(lines | join('\n')) }}
{% endmacro %}
