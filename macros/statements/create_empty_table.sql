{# The keyed table without rows, with its NOT NULL columns: only a column list can declare them. #}
{% macro create_empty_table(plan, properties) %}
{% set format = tablestore.formats()[plan.format] %}
create or replace table {{ plan.table }} (
{%- for column in tablestore._stored_columns(plan) %}
  {{ column.quoted }} {{ column.type }}{{ ' not null' if column.lower_name in plan.not_null_columns }}{{ ',' if not loop.last }}
{%- endfor %}
)
using {{ format.using }}
{{- tablestore._layout_clauses(plan.layout) }}
tblproperties {{ tablestore._property_list(format.properties, plan.layout.properties, properties) }}
{% endmacro %}
