{#
  How rows of a keyed table expire, or none for a table that does not record when its rows were written. A table that
  recorded it once continues to, so that a TTL that is set again is right about the rows written in between.

    column  the time of the last write
    stored  whether the table has that column
    ttl     in milliseconds, 0 for never
    clock   the time of this run, as SQL
    since   the time at which rows count as written that were written before there was a TTL, as SQL; none without such rows
#}
{% macro _plan_expiry(options, table_columns) %}
  {% set stored = '_written_at' in table_columns | map(attribute='name') | map('lower') | list %}
  {% if not options.state_ttl and not stored %}
    {{ return(none) }}
  {% endif %}
  {{ return({
    'column': tablestore._columns([{'name': '_written_at', 'type': 'timestamp'}])[0],
    'stored': stored,
    'ttl': options.state_ttl,
    'clock': tablestore._clock(),
    'since': none,
  }) }}
{% endmacro %}
