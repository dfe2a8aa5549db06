{# The annotation with the range of a changelog that the query reads, for `_offsets`. Empty without offsets. #}
{% macro _read_annotation(upstream, reader, after) %}
  {% if not reader or upstream.limit is not none %}
    {{ return('') }}
  {% endif %}
  {{ return('\n  ' ~ tablestore._annotation('changelog', {
    'table': upstream.table, 'epoch': upstream.epoch, 'after': after, 'until': upstream.until,
  })) }}
{% endmacro %}
