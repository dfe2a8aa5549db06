{# The snapshots of an Iceberg table. #}
{% macro _snapshots_query(relation) %}
select cast(snapshot_id as string) as id, cast(parent_id as string) as parent, operation,
  date_format(committed_at, 'yyyy-MM-dd HH:mm:ss') as at, {{ tablestore._short_record('summary') }} as record
from {{ relation }}.snapshots
{%- endmacro %}
