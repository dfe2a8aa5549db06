{#
  A table that lives for one commit. `replaced` says that the commit writes it twice, or reads it and then replaces it: then
  it has the format of the keyed table, and otherwise the one that is written fastest.
#}
{% macro create_staging_table(plan, table, query, properties={}, replaced=false) %}
{% set format = tablestore.formats()[plan.format] %}
{{ ('create or replace table {table}\nusing ' ~ format.using if replaced else format.stage) | replace('{table}', table) }}
{%- if properties %}
tblproperties {{ tablestore._property_list(properties) }}
{%- endif %}
as
{{ query | trim }}
{% endmacro %}
