{#
  A table whose model is given a state TTL learns to say when its rows were written; those it has count from now on. It
  says so first: a run that dies in between leaves rows that begin to count with the next run.
#}
{% macro _sync_expiry(plan, state) %}
  {% if plan.expiry and not plan.expiry.stored %}
    {% do tablestore._run([
      tablestore.properties_statement(plan, {'tablestore.state-since': plan.expiry.clock}),
      'alter table ' ~ plan.table ~ ' add columns (' ~ plan.expiry.column.quoted ~ " timestamp comment 'when the row was last written')",
    ]) %}
    {% do plan.expiry.update({'stored': true}) %}
    {% do state.update({'since': plan.expiry.clock}) %}
  {% endif %}
  {% if plan.expiry %}
    {% do plan.expiry.update({'since': state.since}) %}
  {% endif %}
{% endmacro %}
