{#
  Fails if a table whose changes the commit has read was rebuilt since: its changelog may already have been that of the new build. The
  rows of the batch were read before, so nothing that happens later matters.

    reads  the tables of other commits: name -> {epoch}; none for those that `changelog` wrote into the query
#}
{% macro _assert_same_epochs(plan, query, reads=none) %}
  {% set problems, tables = [], dict(reads or {}) %}
  {% for range in tablestore._annotations('changelog', query) if reads is none %}
    {% do tables.update({range.table: {'epoch': range.epoch}}) %}
  {% endfor %}
  {% for table, offset in tables.items() if tablestore._table_properties(table).get('tablestore.epoch', offset.epoch) != offset.epoch %}
    {% do problems.append(table ~ ' was rebuilt while the model read its changes') %}
  {% endfor %}
  {% do tablestore._fail("model '" ~ plan.model ~ "' cannot commit what it has read; nothing was written",
      problems + ['run it again: dbt run --select ' ~ plan.model] if problems else []) %}
{% endmacro %}
