{# The keyed table itself, made or replaced with its rows; `properties` are the commit's. #}
{% macro create_table(plan, query, properties) %}
{% set format = tablestore.formats()[plan.format] %}
create or replace table {{ plan.table }}
using {{ format.using }}
{{- tablestore._layout_clauses(plan.layout) }}
tblproperties ({{ tablestore._property_list(format.properties, plan.layout.properties, properties) }})
as
{{ query | trim }}
{% endmacro %}
