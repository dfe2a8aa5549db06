{#
  Runs the statements that publish a commit, which is part of its table. If one of them fails, for example because another run has
  published the commit, or because a compaction has moved the changelog, the commit is published like that of a killed run.
#}
{% macro _publish(node, relation, statements) %}
  {% for sql in statements if sql.startswith('reset ') and adapter.reset_with_model is defined %}
    {% do adapter.reset_with_model(sql) %}
  {% endfor %}
  {% for sql in statements %}
    {% set problem = adapter.attempt(sql) if adapter.attempt is defined else tablestore._run([sql]) %}
    {% if adapter.attempt is defined and problem %}
      {% do log(node.name ~ ': publishing the commit again, because a statement has failed: ' ~ problem) %}
      {% do tablestore._settled(node, relation, relation) %}
      {{ return(statements[:loop.index]) }}
    {% endif %}
  {% endfor %}
  {{ return(statements) }}
{% endmacro %}
