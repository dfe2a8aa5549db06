{#
  A keyed table at its last published commit, as text that follows FROM: the same rows until the run ends, whatever
  other runs write. It is the current version, so that a compaction does not matter, unless a later commit is in that
  and not published.
#}
{% macro rows_of_commit(relation, last) %}
  {% set earlier = tablestore._earlier_commit(relation, last) %}
  {% if earlier and earlier.id %}
    {% do tablestore._cannot_read(relation | string, ['a run of an earlier release was stopped in the middle of commit '
        ~ (last.number + 1) ~ ', which the next run of its model completes: run that model first']) %}
  {% endif %}
  {% if 'current-snapshot-id' in last.properties %}
    {% set published = {'current-snapshot-id': last.version} if tablestore._unpublished(relation, last) else {} %}
    {{ return(tablestore._version_of(relation, dict(last.properties, **published))) }}
  {% endif %}
  {% set found = tablestore.query_rows('describe history ' ~ relation ~ ' limit 1') %}
  {% set newest, at = found[0].version | int, (last.version or -2) | int %}
  {# a clone by hand, see `touched_since` #}
  {% set at = 0 if at > newest else at %}
  {% set found = found if newest <= at + 1 else tablestore.history_after(relation, at, newest) %}
  {% for row in found
      if row.version | int > at and at >= 0 and last.epoch in (row.userMetadata or '')
      and fromjson(row.userMetadata)['tablestore.commit'] > last.number %}
    {{ return(relation ~ ' version as of ' ~ at) }}
  {% endfor %}
  {{ return(relation ~ ' version as of ' ~ newest) }}
{% endmacro %}
