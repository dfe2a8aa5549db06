{#
  dbt run-operation check_merges [--args '{model: orders}']

  Runs the `merge_tests` of keyed models, or of one: batches of changes as literal rows, and the table expected after
  each. Runs the SQL of a commit over those rows: no table is read, written or created.
#}
{% macro check_merges(model=none) %}
  {% do tablestore._check_arguments('check_merges', '{model: orders}', optional={'model': model}, unknown=kwargs) %}
  {% set failures, checked = [], [] %}
  {% for node in graph.nodes.values() if node.resource_type == 'model' and (model is none or node.name == model) %}
    {% for test in tablestore._model_config(node).merge_tests %}
      {% set label = node.name ~ ': ' ~ (test.name or 'test ' ~ loop.index) %}
      {% set found = tablestore._check_merge(node, test) %}
      {% do checked.append(label) %}
      {% do print(('FAIL ' if found else 'ok   ') ~ label) %}
      {% for line in found %}
        {% do failures.append(label ~ ': ' ~ line) %}
      {% endfor %}
    {% endfor %}
  {% endfor %}
  {% if not checked %}
    {% do tablestore._fail('check_merges', [("model '" ~ model ~ "' has no" if model else 'no model has') ~ ' merge_tests under config: meta:']) %}
  {% endif %}
  {% do tablestore._fail('check_merges found differences', failures) %}
  {% do print(checked | length ~ ' passed') %}
{% endmacro %}

{# The differences of one test. With `permute`, each batch is also merged in three other orders. #}
{% macro _check_merge(node, test) %}
  {% set relation = tablestore._model_relation(node) %}
  {% set columns = tablestore._compiled_select('check_merges', node, relation).columns %}
  {% if '_row_kind' not in columns | map(attribute='name') and '"_row_kind"' in tojson(test.batches) %}
    {% do columns.append({'name': '_row_kind', 'type': 'string'}) %}
  {% endif %}
  {% set plan = tablestore.merge_plan(tablestore._keyed_settings(node), relation, columns) %}
  {% set problems = tablestore._unknown_columns(test.batches, columns | map(attribute='name') | list) %}
  {% for order in range(4 if test.permute else 1) if not problems %}
    {% do problems.extend(tablestore._check_order(plan, columns, test, order)) %}
  {% endfor %}
  {{ return(problems[:5]) }}
{% endmacro %}

{# Names in the rows of a test that are not columns of the model. #}
{% macro _unknown_columns(batches, names) %}
  {% set problems = [] %}
  {% for batch in batches %}
    {% for row in (batch.given or []) + (batch.expect or []) + (batch.expect_changelog or []) %}
      {% for name in row if name not in names + ['_row_kind'] %}
        {% do problems.append("'" ~ name ~ "' is not a column of the model" ~ tablestore._near_names(name, names)) %}
      {% endfor %}
    {% endfor %}
  {% endfor %}
  {{ return(problems | unique | list) }}
{% endmacro %}
