{# A changelog that begins with these rows, created or replaced. It names the build of the table that its changes are of. #}
{% macro create_log_table(plan, table, query, commit) %}
{% set format = tablestore.formats()[plan.format] %}
create or replace table {{ table }}
using {{ format.using }}
{{ format.changelog_layout }}
tblproperties {{ tablestore._property_list(format.changelog_properties, {'tablestore.epoch': commit.properties['tablestore.epoch']}) }}
as
{{ query | trim }}
{% endmacro %}
