{#
  Fails if a table whose changes the commit has read was rebuilt since, or has lost them: its changelog may already have been that of the
  new build, or without changes that were trimmed. The rows of the batch were read before, so nothing that happens later matters.

    reads  the tables of other commits: name -> {epoch, after}; none for those that `changelog` wrote into the query
#}
{% macro _assert_same_epochs(plan, query, reads=none) %}
  {% set problems, tables = [], dict(reads or {}) %}
  {% for range in tablestore._annotations('changelog', query) if reads is none %}
    {% do tables.update({range.table: range}) %}
  {% endfor %}
  {% for table, read in tables.items() %}
    {% set properties = tablestore._sealed_properties(tablestore._table_properties(table)) %}
    {% if properties.get('tablestore.epoch', read.epoch) != read.epoch %}
      {% do problems.append(table ~ ' was rebuilt while the model read its changes') %}
    {% elif 'tablestore.epoch' in properties and read.after is not none and properties['tablestore.changelog-start'] > read.after %}
      {% do problems.append(table ~ ' no longer has the changes that the model was reading') %}
    {% endif %}
  {% endfor %}
  {% do tablestore._fail("model '" ~ plan.model ~ "' cannot commit what it has read; nothing was written",
      problems + ['run it again: dbt run --select ' ~ plan.model] if problems else []) %}
{% endmacro %}
