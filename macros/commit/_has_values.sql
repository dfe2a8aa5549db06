{# Whether a row of a table has a value in one of some columns. #}
{% macro _has_values(table, columns) %}
  {% set conditions = [] %}
  {% for column in columns %}
    {% do conditions.append(column.quoted ~ ' is not null') %}
  {% endfor %}
  {{ return(tablestore.query_rows('select 1 as found from ' ~ table ~ ' where ' ~ conditions | join(' or ')
      ~ ' limit 1') | length > 0) }}
{% endmacro %}
