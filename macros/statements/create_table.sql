{# The keyed table, created or replaced together with its rows; `properties` are those of the commit. #}
{% macro create_table(plan, query, properties) %}
{% set format = tablestore.formats()[plan.format] %}
create or replace table {{ plan.table }}
using {{ format.using }}
{{- tablestore._layout_clauses(plan.layout) }}
tblproperties {{ tablestore._property_list(format.properties, plan.layout.properties, properties) }}
as
{{ query | trim }}
{% endmacro %}
