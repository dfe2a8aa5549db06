{#
  dbt run-operation maintain [--args '{select: orders, dry_run: true}']

  Compacts the tables of keyed models and of materialized views, and the tables beside them, drops old snapshots or versions, and
  removes what killed runs have left, see `_drop_leftovers`.
  No row changes. A commit that an earlier run left unpublished is published first. `dry_run` prints what it would do.
#}
{% macro maintain(select=none, dry_run=false) %}
  {% do tablestore._check_arguments('maintain', '{select: orders, dry_run: true}', optional={'select': select}, flags={'dry_run': dry_run}, unknown=kwargs) %}
  {% set nodes, problems = [], [] %}
  {% for name in tablestore._model_names(select) | unique %}
    {% do nodes.append(tablestore._model_named('maintain', name)) %}
  {% endfor %}
  {% for node in nodes if not tablestore._has_plan(node) %}
    {% do problems.append("model '" ~ node.name ~ "' is neither a keyed model nor a materialized view; only their tables are maintained") %}
  {% endfor %}
  {% do tablestore._fail('maintain', problems) %}
  {% for node in nodes or graph.nodes.values() if node.resource_type == 'model' and tablestore._has_plan(node) %}
    {% for line in tablestore._maintained(node, dry_run) %}
      {% do print(line) %}
    {% endfor %}
  {% else %}
    {% do print('nothing to do: the project has no keyed model and no materialized view') %}
  {% endfor %}
{% endmacro %}

{# Maintains the tables of one model, and returns the lines to print. #}
{% macro _maintained(node, dry_run) %}
  {% set relation = tablestore._stored_rows(tablestore._model_relation(node)) %}
  {% set last = tablestore._last_commit(relation, load_relation(relation)) %}
  {% if not last.epoch %}
    {{ return([node.name ~ ': it has no table with commits yet']) }}
  {% endif %}
  {% if not dry_run %}
    {% do adapter.lock_table(relation) if adapter.lock_table is defined %}
    {% set last = tablestore._settled(node, relation, relation) %}
  {% endif %}
  {% set format, tables, lines = last.properties['tablestore.format'], tablestore._maintained_tables(relation, last), [] %}
  {% set settings = tablestore._maintenance_of(node) %}
  {% set statements = tablestore.maintenance_statements(format,
      tablestore._quote(relation.database) if relation.database else none, tables, settings.keep_history,
      tablestore._utc_now(), sorted=[relation | string] if settings.sorted else [], cleans=true) %}
  {% for table in tables %}
    {% do lines.append(node.name ~ ': ' ~ table ~ ' has ' ~ tablestore._files_of(table, format)) %}
  {% endfor %}
  {% if dry_run %}
    {{ return(lines + ['it would run:'] + tablestore._left_branches(tables, format, last.serial) + statements) }}
  {% endif %}
  {% do lines.extend(tablestore._drop_leftovers(node, relation, last, tables, adapter.has_lock is defined and adapter.has_lock(relation))) %}
  {% do tablestore._run(statements) %}
  {% for table in tables %}
    {% do lines.append(node.name ~ ': ' ~ table ~ ' now has ' ~ tablestore._files_of(table, format)) %}
  {% endfor %}
  {{ return(lines) }}
{% endmacro %}
