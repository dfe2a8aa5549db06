{# A changelog without rows. #}
{% macro create_log_table(plan, table) %}
{% set format = tablestore.formats()[plan.format] %}
create or replace table {{ table }} (
{%- for column in plan.columns + plan.kept_columns %}
  {{ column.quoted }} {{ column.type }},
{%- endfor %}
  _row_kind string comment '-U and -D: the row before, +I and +U: the row after',
  _commit bigint comment 'the commit of the table that made the change',
  _committed_at timestamp comment 'when the run that made it began'
)
using {{ format.using }}
{{ format.changelog_layout }}
tblproperties {{ tablestore._property_list(format.changelog_properties) }}
{% endmacro %}
