{#
  dbt run-operation check_merges [--args '{model: orders}']

  Runs the `merge_tests` of keyed models, or of one: batches of changes as literal rows, and the table expected after
  each. Runs the SQL of a commit over those rows: no table is read, written or created.
#}
{% macro check_merges(model=none) %}
  {% do tablestore._check_arguments('check_merges', '{model: orders}', optional={'model': model}, unknown=kwargs) %}
  {% set failures, checked = [], [] %}
  {% set nodes = graph.nodes.values() | list if model is none else [tablestore._model_named('check_merges', model)] %}
  {% for node in nodes if node.resource_type == 'model' %}
    {% for test in tablestore._as_list(tablestore._config_of(node).merge_tests) %}
      {% set label = tablestore.versioned_name(node) ~ ': ' ~ (test.name or 'test ' ~ loop.index) %}
      {% set found = tablestore._not_keyed_problems(node) or tablestore._merge_test_problems(test)
          or tablestore._check_merge(node, test) %}
      {% do checked.append(label) %}
      {% do print(('FAIL ' if found else 'ok   ') ~ label) %}
      {% for line in found %}
        {% do failures.append(label ~ ': ' ~ line) %}
      {% endfor %}
    {% endfor %}
  {% endfor %}
  {% do tablestore.fail('check_merges', tablestore._not_keyed_problems(nodes[0])) if model is not none %}
  {% if not checked %}
    {% set subject = "model '" ~ model ~ "' has no" if model else 'no model has' %}
    {% do tablestore.fail('check_merges', [subject ~ ' merge_tests under config: meta:']) %}
  {% endif %}
  {% do tablestore.fail('check_merges found differences', failures) %}
  {% do print(checked | length ~ ' passed') %}
{% endmacro %}

{# The differences of one test. With `permute`, each batch is also merged in three other orders. #}
{% macro _check_merge(node, test) %}
  {% set relation, settings = tablestore._model_relation(node), tablestore._keyed_settings(node) %}
  {% set select = tablestore._compiled_select('check_merges', node, relation) %}
  {% set columns, arrival = select.columns, tablestore._batch_arrival(select.sql, settings) %}
  {% if '_row_kind' not in columns | map(attribute='name') and "'_row_kind'" in test.batches | string %}
    {% do columns.append({'name': '_row_kind', 'type': 'string'}) %}
  {% endif %}
  {% set plan = tablestore.merge_plan(dict(settings, arrival=arrival), relation, columns) %}
  {% set option = 'scd_type=2' if plan.versions else "input='full'" if plan.options.input == 'full'
      else 'delete_retained' if plan.deletes else none %}
  {% if option %}
    {{ return(['merge_tests cannot be combined with ' ~ option ~ ": compare the table in a test of dbt's"]) }}
  {% endif %}
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

{# Runs the batches of a test one after the other, their rows in the given order. Returns the first difference. #}
{% macro _check_order(plan, columns, test, order) %}
  {% set stored = {} %}
  {% for batch in test.batches %}
    {% set where = 'batch ' ~ loop.index ~ (', its rows in another order' if order else '') ~ ': ' %}
    {% set commit = tablestore._merge_query(plan, columns, tablestore._permuted(batch.given or [], order), stored) %}
    {% set changes = tablestore._commit_changes(plan, commit) if batch.expect_changelog is defined else [] %}
    {% set refusal = tablestore._apply_batch(plan, commit, stored) %}
    {% if refusal and not batch.refused %}
      {{ return([where ~ 'is refused: ' ~ refusal]) }}
    {% elif batch.refused and batch.refused not in refusal %}
      {{ return([where ~ "should be refused with '" ~ batch.refused ~ "', but is " ~ (refusal or 'not refused')]) }}
    {% endif %}
    {% if batch.expect is defined %}
      {% set differences = tablestore._row_differences(plan.columns, stored.values() | list, batch.expect or []) %}
      {% if differences %}
        {{ return([where ~ differences | join('; ')]) }}
      {% endif %}
    {% endif %}
    {% if batch.expect_changelog is defined %}
      {% set expected = batch.expect_changelog or [] %}
      {% set differences = tablestore._row_differences(tablestore._change_columns(plan), changes, expected) %}
      {% if differences %}
        {{ return([where ~ 'the changelog ' ~ differences | join('; ')]) }}
      {% endif %}
    {% endif %}
  {% endfor %}
  {{ return([]) }}
{% endmacro %}

{# The query of the commit that merges these rows into the stored rows, which are key -> row, both as JSON. #}
{% macro _merge_query(plan, columns, rows, stored) %}
  {% set table, plan = '(' ~ tablestore._json_rows(plan.columns, stored.values()) ~ ')', dict(plan, expiry=none) %}
  {% set batch = tablestore._json_rows(columns, tablestore._rows_as_json(rows)) %}
  {% set folded = tablestore.fold_query(plan, batch) %}
  {{ return('(\n' ~ tablestore.commit_query(dict(plan, table=table), folded) ~ '\n)') }}
{% endmacro %}

{# JSON rows as a query with typed columns. A value that does not fit its type is an error. #}
{% macro _json_rows(columns, rows) %}
  {% set fields, typed, empty = [], [], [] %}
  {% for column in columns %}
    {% do fields.append(tablestore._quote(column.name) ~ ' ' ~ column.type) %}
    {% do empty.append('cast(null as ' ~ column.type ~ ') as ' ~ tablestore._quote(column.name)) %}
  {% endfor %}
  {% if not rows %}
    {{ return('select ' ~ empty | join(', ') ~ ' where false') }}
  {% endif %}
  {% for row in rows %}
    {% do typed.append('(' ~ tablestore.string_literal(row) ~ ')') %}
  {% endfor %}
  {% set schema = tablestore.string_literal(fields | join(', ')) %}
  {{ return('select parsed.* from (select from_json(row, ' ~ schema ~ ", map('mode', 'FAILFAST')) as parsed"
      ~ ' from values ' ~ typed | join(', ') ~ ' as rows (row))') }}
{% endmacro %}

{# The rows in another order, which depends only on the number `order`; for 0 in the given order. #}
{% macro _permuted(rows, order) %}
  {% if not order %}
    {{ return(rows) }}
  {% endif %}
  {% set keyed = [] %}
  {% for row in rows %}
    {% do keyed.append({'row': row, 'by': local_md5(order ~ ':' ~ loop.index ~ ':' ~ row)}) %}
  {% endfor %}
  {{ return(keyed | sort(attribute='by') | map(attribute='row') | list) }}
{% endmacro %}

{# The changes of a commit as JSON. #}
{% macro _commit_changes(plan, commit) %}
  {% if not tablestore._keeps_before(plan) %}
    {% do tablestore.fail('check_merges', ["model '" ~ plan.model ~ "': expect_changelog in a test needs a "
        ~ 'changelog_producer that writes what a commit changes: lookup or full-compaction']) %}
  {% endif %}
  {% set changes, change = [], tablestore._row_as_json(tablestore._change_columns(plan)) %}
  {% for row in tablestore.query_rows('select ' ~ change ~ ' as row_json'
      ~ ' from (\n' ~ tablestore.changes_query(plan, commit) ~ ')') %}
    {% do changes.append(row.row_json) %}
  {% endfor %}
  {{ return(changes) }}
{% endmacro %}

{# The columns of a change: the row kind and those of the model. #}
{% macro _change_columns(plan) %}
  {{ return(tablestore._columns([{'name': '_row_kind', 'type': 'string'}]) + plan.columns) }}
{% endmacro %}

{# Applies a commit to the stored rows. Returns why its batch is refused, or ''. #}
{% macro _apply_batch(plan, commit, stored) %}
  {% set sql %}
    select _change, _refused,
      {{ tablestore._row_as_json(plan.key_columns) }} as row_key,
      {{ tablestore._row_as_json(plan.columns) }} as row_json
    from {{ commit }}
  {% endset %}
  {% set changes = tablestore.query_rows(sql) %}
  {% set refused = changes | selectattr('_refused') | map(attribute='_refused') | unique | sort | list %}
  {% for change in changes if not refused %}
    {% if change._change == 'delete' %}
      {% do stored.pop(change.row_key) %}
    {% elif change._change in ['insert', 'update'] %}
      {% do stored.update({change.row_key: change.row_json}) %}
    {% endif %}
  {% endfor %}
  {{ return(refused | join('; ')) }}
{% endmacro %}

{#
  The rows that are unexpected and the rows that are missing, each as JSON with the types of the columns. Rows are equal
  as in a run: a map has no order, and 0.0 is -0.0.
#}
{% macro _row_differences(columns, found, expected) %}
  {% set compared, differences = tablestore._comparable_row(columns) ~ ' as _row', [] %}
  {% set sql %}
    with found as (select *, {{ compared }} from ({{ tablestore._json_rows(columns, found) }})),
    expected as (
      select *, {{ compared }} from ({{ tablestore._json_rows(columns, tablestore._rows_as_json(expected)) }})
    )
    select 'has' as what, {{ tablestore._row_as_json(columns) }} as row_json
    from found left anti join expected on found._row <=> expected._row
    union all
    select 'lacks' as what, {{ tablestore._row_as_json(columns) }} as row_json
    from expected left anti join found on found._row <=> expected._row
    order by what, row_json
  {% endset %}
  {% for row in tablestore.query_rows(sql) %}
    {% do differences.append(row.what ~ ' ' ~ row.row_json) %}
  {% endfor %}
  {{ return(differences) }}
{% endmacro %}
