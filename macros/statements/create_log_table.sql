{# A changelog that begins with these rows, created or replaced. #}
{% macro create_log_table(plan, table, query) %}
{% set format = tablestore.formats()[plan.format] %}
create or replace table {{ table }}
using {{ format.using }}
{{ format.changelog_layout }}
tblproperties {{ tablestore._property_list(format.changelog_properties) }}
as
{{ query | trim }}
{% endmacro %}
