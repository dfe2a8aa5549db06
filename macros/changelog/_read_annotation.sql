{#
  The annotation with the range of a changelog that the query reads, for `_offsets`. Empty without offsets.

    order  what order the changes have that the query reads, see `_batch_arrival`; none if an operator reads them
#}
{% macro _read_annotation(upstream, reader, after, order=none) %}
  {% if not reader or upstream.limit is not none %}
    {{ return('') }}
  {% endif %}
  {% set range = {'table': upstream.table, 'epoch': upstream.epoch, 'after': after, 'until': upstream.until} %}
  {% do range.update(order=order) if order %}
  {% do range.update(resumes=true) if upstream.epoch in reader.offsets.values() | map(attribute='epoch') | list %}
  {% do range.update(commits=upstream.history, key=upstream.primary_key) if upstream.has_history %}
  {% do range.update(ignored=upstream.ignored) if upstream.ignored %}
  {% do range.update(deletes=upstream.deletes(upstream, after, upstream.until)) if upstream.deletes
      and after is not none %}
  {% do range.update(offset=tablestore._offset_of_snapshot(upstream)) if upstream.snapshot_ids %}
  {{ return('\n  ' ~ tablestore._annotation('changelog', range)) }}
{% endmacro %}

{# What the offset in an Iceberg table has beside the commit, see `_last_commit_schema`. #}
{% macro _offset_of_snapshot(upstream) %}
  {% set id = upstream.snapshot_ids[upstream.until] %}
  {% set offset = {'snapshot': id} %}
  {# the columns that are read of the snapshot are not its own, see `_with_columns_of` #}
  {% do offset.update(fields=tablestore._adapter_field_paths(upstream.table))
      if upstream.snapshot != upstream.table ~ ' version as of ' ~ id %}
  {{ return(offset) }}
{% endmacro %}
