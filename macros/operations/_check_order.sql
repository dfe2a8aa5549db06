{# The batches of a test one after the other, each with its rows in one order: the first difference. #}
{% macro _check_order(plan, columns, test, order) %}
  {% set state = {} %}
  {% for batch in test.batches %}
    {% set where = 'batch ' ~ loop.index ~ (', its rows in another order' if order else '') ~ ': ' %}
    {% set commit = tablestore._commit_of(plan, columns, tablestore._in_order(batch.given or [], order), state) %}
    {% set made = tablestore._made_changes(plan, commit) if batch.expect_changelog is defined else [] %}
    {% set said = tablestore._apply_batch(plan, commit, state) %}
    {% if said and not batch.refused %}
      {{ return([where ~ 'is refused: ' ~ said]) }}
    {% elif batch.refused and batch.refused not in said %}
      {{ return([where ~ "should be refused with '" ~ batch.refused ~ "', but is " ~ (said or 'not refused')]) }}
    {% endif %}
    {% if batch.expect is defined %}
      {% set found = tablestore._compared(plan.columns, state.values() | list, batch.expect or []) %}
      {% if found %}
        {{ return([where ~ found | join('; ')]) }}
      {% endif %}
    {% endif %}
    {% if batch.expect_changelog is defined %}
      {% set found = tablestore._compared(tablestore._change_columns(plan), made, batch.expect_changelog or []) %}
      {% if found %}
        {{ return([where ~ 'the changelog ' ~ found | join('; ')]) }}
      {% endif %}
    {% endif %}
  {% endfor %}
  {{ return([]) }}
{% endmacro %}

{# What a run would do with rows, given those of `state`, key -> row, both as JSON. #}
{% macro _commit_of(plan, columns, rows, state) %}
  {% set table = '(' ~ tablestore._json_rows(plan.columns, state.values() | list) ~ ')' %}
  {% set plan = dict(plan, expiry=none) %}
  {% set folded = '(\n' ~ tablestore.fold_query(plan, tablestore._json_rows(columns, tablestore._as_json(rows))) ~ '\n)' %}
  {{ return('(\n' ~ tablestore.commit_query(dict(plan, table=table), folded) ~ '\n)') }}
{% endmacro %}

{# Merges the rows of a commit into `state`; returns why the batch is refused, or ''. #}
{% macro _apply_batch(plan, commit, state) %}
  {% set sql %}
    select _change, _refused, {{ tablestore._to_json(plan.key_columns) }} as row_key, {{ tablestore._to_json(plan.columns) }} as row_json
    from {{ commit }}
  {% endset %}
  {% set changes = tablestore._rows(sql) %}
  {% set refused = changes | selectattr('_refused') | map(attribute='_refused') | unique | sort | list %}
  {% for change in changes if not refused %}
    {% if change._change == 'delete' %}
      {% do state.pop(change.row_key) %}
    {% elif change._change in ['insert', 'update'] %}
      {% do state.update({change.row_key: change.row_json}) %}
    {% endif %}
  {% endfor %}
  {{ return(refused | join('; ')) }}
{% endmacro %}
