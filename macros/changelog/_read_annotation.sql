{# The annotation that tells the run which range of a changelog its rows come from. Nothing for a reader that keeps no offsets. #}
{% macro _read_annotation(upstream, reader, after) %}
  {% if not reader or upstream.limit is not none %}
    {{ return('') }}
  {% endif %}
  {{ return('\n  ' ~ tablestore._annotation('changelog', {'table': upstream.table, 'epoch': upstream.epoch, 'after': after,
      'until': upstream.until})) }}
{% endmacro %}
