{#
  dbt run-operation expire_state [--args '{select: sessions}']

  Deletes the rows of keyed tables that have expired, and says how many. Readers miss nothing: to them the rows were gone,
  and nobody is sent a retraction. A commit that an earlier run left unfinished is finished first.
#}
{% macro expire_state(select=none) %}
  {% set nodes, problems = [], [] %}
  {% for name in tablestore._names_in(select) | unique %}
    {% do nodes.append(tablestore._model_named('expire_state', name)) %}
  {% endfor %}
  {% for node in nodes if not tablestore._is_keyed(node) %}
    {% do problems.append("model '" ~ node.name ~ "' is no keyed model; rows expire in tables of models with a primary_key and a state_ttl") %}
  {% endfor %}
  {% do tablestore._fail('expire_state', problems) %}
  {% for node in nodes or graph.nodes.values() if node.resource_type == 'model' and tablestore._is_keyed(node) %}
    {% do tablestore._expire_rows(node, named=nodes | length > 0) %}
  {% endfor %}
{% endmacro %}

{# Names given as a list, or as text with blanks or commas between them. #}
{% macro _names_in(select) %}
  {{ return(select.replace(',', ' ').split() if select is string else tablestore._as_list(select)) }}
{% endmacro %}

{# Of a TTL that was changed since the last run the longer one counts, so no row goes that someone still counts on. #}
{% macro _expire_rows(node, named) %}
  {% set relation = tablestore._relation_of(node) %}
  {% set declared = tablestore._declared_ttl(node) %}
  {% if not declared or not tablestore._table_state(relation, load_relation(relation)).ttl %}
    {% do print(node.name ~ ': no row expires, ' ~ ('its table has no state TTL yet; the next run sets it' if declared else 'it has no state TTL')) if named %}
    {{ return(none) }}
  {% endif %}
  {% do adapter.lock_table(relation) if adapter.lock_table is defined %}
  {% set state = tablestore._table_state(relation, true) %}
  {% do tablestore._roll_forward(node, relation, state) %}
  {% set ttl = [state.ttl, declared] | max if state.ttl else 0 %}
  {% set expired = tablestore._expired({'ttl': ttl, 'clock': tablestore._clock(), 'since': state.since}) %}
  {% set count = tablestore._rows('select count(*) as n from ' ~ relation ~ ' where ' ~ expired)[0].n %}
  {% if count %}
    {% do tablestore._run(['delete from ' ~ relation ~ ' where ' ~ expired]) %}
  {% endif %}
  {% do print(node.name ~ ': ' ~ count ~ ' expired row(s) removed') %}
{% endmacro %}
