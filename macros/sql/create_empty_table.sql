{# The table with its NOT NULL columns, which only a column list can declare. #}
{% macro create_empty_table(plan, properties) %}
{% set format = tablestore.formats()[plan.format] %}
create or replace table {{ plan.table }} (
{%- for column in tablestore._stored(plan) %}
  {{ column.quoted }} {{ column.type }}{{ ' not null' if column.key in plan.not_null_columns }}{{ ',' if not loop.last }}
{%- endfor %}
)
using {{ format.using }}
{{- tablestore._layout(plan.layout) }}
tblproperties ({{ tablestore._properties(format.properties, plan.layout.properties, properties) }})
{% endmacro %}
