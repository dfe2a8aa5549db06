{#
  select * from {{ tablestore.unexpired(ref('sessions')) }}

  The rows of a keyed table with a state TTL that have not expired, with the columns of the model.
#}
{% macro unexpired(relation) %}
  {% set subject = 'tablestore.unexpired(' ~ (relation if relation is string else relation.render()) ~ ')' %}
  {% if relation is string %}
    {% do tablestore._fail(subject, ["'relation' is a text; write ref('model') or this"]) %}
  {% endif %}
  {# rows of a unit test; and a project can be compiled before its tables are there #}
  {% if not execute or relation.is_cte or not load_relation(relation) %}
    {{ return(relation | string) }}
  {% endif %}
  {% set table = api.Relation.create(database=relation.database, schema=relation.schema, identifier=relation.identifier) %}
  {% set state = tablestore._table_state(table, true) %}
  {% if not state.epoch %}
    {% do tablestore._fail(subject, ['it is no keyed table, whose rows expire by the state_ttl of their model; read it as it is']) %}
  {% elif state.ttl is none %}
    {{ return(relation | string) }}
  {% endif %}
  {{ return(tablestore._unexpired_rows(relation, tablestore._expiry_now(state))) }}
{% endmacro %}

{# How rows of a table expire for who reads it now. A view is read at other times than that of the run that makes it. #}
{% macro _expiry_now(state) %}
  {% set is_view = model is defined and model.config is defined and model.config.materialized == 'view' %}
  {{ return({
    'ttl': state.ttl,
    'clock': 'current_timestamp()' if is_view and var('tablestore_clock', none) is none else tablestore._clock(),
    'since': state.since,
  }) }}
{% endmacro %}
