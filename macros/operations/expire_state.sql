{#
  dbt run-operation expire_state [--args '{select: sessions}']

  Deletes the expired rows of keyed tables and prints how many. Nothing changes for readers, who did not see these rows
  any more, and no retraction is sent. A commit that an earlier run left unpublished is published first.
#}
{% macro expire_state(select=none) %}
  {% do tablestore._check_arguments('expire_state', '{select: sessions}', optional={'select': select},
      unknown=kwargs) %}
  {% set nodes, problems = [], [] %}
  {% for name in tablestore._model_names(select) | unique %}
    {% do nodes.append(tablestore._model_named('expire_state', name)) %}
  {% endfor %}
  {% for node in nodes if not tablestore.is_keyed(node) %}
    {% do problems.append("model '" ~ node.name
        ~ "' is not a keyed model; only the rows of models with a primary_key and a state_ttl expire") %}
  {% endfor %}
  {% do tablestore.fail('expire_state', problems) %}
  {% set lines = [] %}
  {% for node in nodes or graph.nodes.values() if node.resource_type == 'model' and tablestore.is_keyed(node) %}
    {% do lines.extend(tablestore._expire_rows(node, named=nodes | length > 0)) %}
  {% endfor %}
  {% for line in lines or ['nothing to do: no keyed model of the project has a table with a state TTL'] %}
    {% do print(line) %}
  {% endfor %}
{% endmacro %}

{#
  Deletes the expired rows of one table, and returns the lines to print. If the TTL has changed since the last run, the
  longer one counts, so that no row is deleted that is still needed.
#}
{% macro _expire_rows(node, named) %}
  {% set relation = tablestore._model_relation(node) %}
  {% set declared = tablestore._declared_ttl(node) %}
  {% if not declared or not tablestore.last_commit(relation, load_relation(relation)).ttl %}
    {% set reason = 'its table has no state TTL yet; the next run sets it' if declared else 'it has no state TTL' %}
    {{ return([node.name ~ ': no row expires, ' ~ reason] if named else []) }}
  {% endif %}
  {% do tablestore._adapter_lock(relation) %}
  {% set last = tablestore.settled_commit(node, relation, relation) %}
  {% set ttl = [last.ttl, declared] | max if last.ttl else 0 %}
  {% set clock = tablestore._timestamp_literal(tablestore._next_time(last)) %}
  {% set expired = tablestore._is_expired({'ttl': ttl, 'clock': clock, 'since': last.ttl_since}) %}
  {% set count = tablestore.query_rows('select count(*) as n from ' ~ relation ~ ' where ' ~ expired)[0].n %}
  {% if count %}
    {% do tablestore._delete_commit(node, relation, last, expired) %}
  {% endif %}
  {{ return([node.name ~ ': ' ~ count ~ ' expired row(s) removed']) }}
{% endmacro %}
