{#
  A changelog that begins with these rows.

    id        whose it is, see `_start_log_statements`
    replaces  whether it replaces the table; otherwise the statement fails if there is one
#}
{% macro create_log_table(plan, table, query, id, replaces=false) %}
{% set format = tablestore.formats()[plan.format] %}
create {{ 'or replace ' if replaces }}table {{ table }}
using {{ format.using }}
{{ format.changelog_layout }}
tblproperties {{ tablestore._property_list(format.changelog_properties, {'tablestore.log': id}) }}
as
{{ query | trim }}
{% endmacro %}
