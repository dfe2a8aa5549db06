{#
  The staging table, new or again. A run killed while it made the table may have left files in its folder, which
  `create or replace` accepts on every format and `create` does not.
#}
{% macro create_staging_table(plan, table, query, properties={}) %}
create or replace table {{ table }}
using {{ tablestore.formats()[plan.format].using }}
{%- if properties %}
tblproperties ({{ tablestore._property_list(properties) }})
{%- endif %}
as
{{ query | trim }}
{% endmacro %}
