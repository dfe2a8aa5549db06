{# The snapshots of an Iceberg table and the records that they have, the newest first. #}
{% macro _records_query(relation) %}
select cast(h.snapshot_id as string) as version, {{ tablestore._short_record('s.summary') }} as record
from {{ relation }}.history as h
left join {{ relation }}.snapshots as s on s.snapshot_id = h.snapshot_id
where h.is_current_ancestor
order by h.made_current_at desc
{%- endmacro %}
