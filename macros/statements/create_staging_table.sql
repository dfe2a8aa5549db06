{#
  A table that lives for one commit, created or replaced. A run that was killed while it created the table may have left
  files in its folder; `create or replace` accepts them on every format, `create` does not.
#}
{% macro create_staging_table(plan, table, query, properties={}) %}
create or replace table {{ table }}
using {{ tablestore.formats()[plan.format].using }}
{%- if properties %}
tblproperties {{ tablestore._property_list(properties) }}
{%- endif %}
as
{{ query | trim }}
{% endmacro %}
