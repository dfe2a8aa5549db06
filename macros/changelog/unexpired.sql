{#
  select * from {{ tablestore.unexpired(ref('sessions')) }}

  The rows of a keyed table with a state TTL that have not expired, with the columns of the model.
#}
{% macro unexpired(relation) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% set subject = 'tablestore.unexpired(' ~ (relation if relation is string else relation.render()) ~ ')' %}
  {% if relation is string %}
    {% do tablestore.fail(subject, ["'relation' is a string; write ref('model') or this"]) %}
  {% elif tablestore._is_unavailable(relation) %}
    {{ return(relation | string) }}
  {% endif %}
  {% set last = tablestore.last_commit(tablestore._bare_relation(relation), true) %}
  {% if not last.epoch %}
    {% do tablestore.fail(subject, ['it is not a keyed table; rows expire only in tables of models with a state_ttl. '
        ~ 'Read it without unexpired']) %}
  {% elif last.ttl is none %}
    {{ return(relation | string) }}
  {% endif %}
  {{ return(tablestore.unexpired_rows(relation, last)) }}
{% endmacro %}
