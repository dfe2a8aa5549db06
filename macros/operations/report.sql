{#
  dbt run-operation report [--args '{path: target/report.html}']

  Writes a page about the keyed tables and materialized views of the project: their commits, files, states and readers, with
  the command that fixes what is wrong. It opens without a network, and has no value of a column.
#}
{% macro report(path='target/tablestore_report.html') %}
  {% do tablestore._check_arguments('report', '{path: target/report.html}', needed={'path': path}, unknown=kwargs) %}
  {% do tablestore._require_adapter('report') %}
  {% do adapter.check_report(path) %}
  {% set tables = [] %}
  {% for node in graph.nodes.values() if node.resource_type == 'model' and (tablestore.is_keyed(node)
      or tablestore._model_config(node).materialized == 'materialized_view') %}
    {% set relation = tablestore._stored_rows(tablestore._model_relation(node)) %}
    {% set last = tablestore._last_commit(relation, load_relation(relation)) %}
    {% if last.epoch %}
      {% do tables.append(tablestore._reported_table(node, relation, last)) %}
    {% endif %}
  {% endfor %}
  {% do print(adapter.write_report(tables, path)) %}
{% endmacro %}
