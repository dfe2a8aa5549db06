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
  {{ return('\n  ' ~ tablestore._annotation('changelog', range)) }}
{% endmacro %}
