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
  {% set relation = api.Relation.create(database=node.database, schema=node.schema, identifier=node.alias, type='table') %}
  {% if adapter.lock_table is defined and load_relation(relation) %}
    {% do adapter.lock_table(relation) %}
  {% endif %}
  {% set state = tablestore._table_state(relation, load_relation(relation)) %}
  {% do tablestore._roll_forward(node, relation, state) %}
  {% set now, declared = state.ttl, tablestore._declared_ttl(node) %}
  {% if not now or not declared %}
    {% do print(node.name ~ ': ' ~ ('no row expires: its table has no state TTL yet, the next run sets it' if declared else 'no row expires, it has no state TTL')) if named %}
    {{ return(none) }}
  {% endif %}
  {% set expiry = {'ttl': [now, declared] | max, 'clock': tablestore._clock(), 'since': state.since} %}
  {% set expired = tablestore._rows('select count(*) as n from ' ~ relation ~ ' where ' ~ tablestore._expired(expiry))[0].n %}
  {% if expired %}
    {% do tablestore._run(['delete from ' ~ relation ~ ' where ' ~ tablestore._expired(expiry)]) %}
  {% endif %}
  {% do print(node.name ~ ': ' ~ expired ~ ' expired row(s) removed') %}
{% endmacro %}
