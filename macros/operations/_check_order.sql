{# Runs the batches of a test one after the other, with the rows of each batch in the given order. Returns the first difference. #}
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
      {% set differences = tablestore._row_differences(tablestore._change_columns(plan), changes, batch.expect_changelog or []) %}
      {% if differences %}
        {{ return([where ~ 'the changelog ' ~ differences | join('; ')]) }}
      {% endif %}
    {% endif %}
  {% endfor %}
  {{ return([]) }}
{% endmacro %}

{# The query of the commit that merges these rows into the stored rows, which are key -> row, both as JSON. #}
{% macro _merge_query(plan, columns, rows, stored) %}
  {% set table = '(' ~ tablestore._json_rows(plan.columns, stored.values() | list) ~ ')' %}
  {% set plan = dict(plan, expiry=none) %}
  {% set folded = '(\n' ~ tablestore.fold_query(plan, tablestore._json_rows(columns, tablestore._rows_as_json(rows))) ~ '\n)' %}
  {{ return('(\n' ~ tablestore.commit_query(dict(plan, table=table), folded) ~ '\n)') }}
{% endmacro %}

{# Applies a commit to the stored rows. Returns why its batch is refused, or ''. #}
{% macro _apply_batch(plan, commit, stored) %}
  {% set sql %}
    select _change, _refused, {{ tablestore._row_as_json(plan.key_columns) }} as row_key, {{ tablestore._row_as_json(plan.columns) }} as row_json
    from {{ commit }}
  {% endset %}
  {% set changes = tablestore._rows(sql) %}
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
