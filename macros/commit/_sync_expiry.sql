{#
  Adds the time of the last write to a table whose model has a new state TTL, and returns the plan for the changed table.
  Existing rows count as written now. The property is set first: if the run stops in between, they count as written at the
  time of the next run.
#}
{% macro _sync_expiry(plan, last) %}
  {% if not plan.expiry %}
    {{ return(plan) }}
  {% endif %}
  {% set since = last.ttl_since %}
  {% if not plan.expiry.stored %}
    {% set since = tablestore._timestamp_literal(tablestore._next_time(last)) %}
    {% do tablestore._run([
      tablestore.properties_statement(plan, {'tablestore.next-state-since': (last.number + 1) ~ ' ' ~ since}),
      'alter table ' ~ plan.table ~ ' add columns (' ~ plan.expiry.column.quoted ~ " timestamp comment 'when the row was last written')",
    ]) %}
  {% endif %}
  {{ return(dict(plan, expiry=dict(plan.expiry, stored=true, since=since))) }}
{% endmacro %}
