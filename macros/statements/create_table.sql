{#
  The keyed table, created or replaced together with its rows; `properties` are those of the commit. With `cluster_by`, the
  rows are sorted, so that each data file has a range of keys.
#}
{% macro create_table(plan, query, properties, replaces=true) %}
{% set format = tablestore.formats()[plan.format] %}
{% set clustered = (plan.layout.cluster_by or []) | join(', ') %}
create {{ 'or replace ' if replaces }}table {{ plan.table }}
using {{ format.using }}
{{- tablestore._layout_clauses(plan.layout) }}
{{- '\n' ~ format.cluster_clause | replace('{columns}', clustered) if clustered and format.cluster_clause }}
tblproperties {{ tablestore._property_list(format.properties, plan.layout.properties, properties) }}
as
{{ query | trim }}
{{- '\norder by ' ~ clustered if clustered }}
{% endmacro %}
