{#
  A staging table of the plan's format. The name is free, but not always the folder: a run killed while it wrote may
  have left files there, which only `create or replace` accepts on every format.
#}
{% macro create_staging_table(plan, table, query, properties={}) %}
create or replace table {{ table }}
using {{ tablestore.formats()[plan.format].using }}
{%- if properties %}
tblproperties ({{ tablestore._properties(properties) }})
{%- endif %}
as
{{ query | trim }}
{% endmacro %}
