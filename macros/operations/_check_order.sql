{# The batches of a test one after the other, each with its rows in one order: the first difference. #}
{% macro _check_order(plan, columns, test, order) %}
  {% set state = {} %}
  {% for batch in test.batches %}
    {% set where = 'batch ' ~ loop.index ~ (', its rows in another order' if order else '') ~ ': ' %}
    {% set said = tablestore._apply_batch(plan, columns, tablestore._in_order(batch.given or [], order), state) %}
    {% if said and not batch.refused %}
      {{ return([where ~ 'is refused: ' ~ said]) }}
    {% elif batch.refused and batch.refused not in said %}
      {{ return([where ~ "should be refused with '" ~ batch.refused ~ "', but is " ~ (said or 'not refused')]) }}
    {% endif %}
    {% if batch.expect is defined %}
      {% set found = tablestore._compared(plan, state.values() | list, batch.expect or []) %}
      {% if found %}
        {{ return([where ~ found | join('; ')]) }}
      {% endif %}
    {% endif %}
  {% endfor %}
  {{ return([]) }}
{% endmacro %}

{# Merges rows into `state`, key -> row, both as JSON; returns why the batch is refused, or ''. #}
{% macro _apply_batch(plan, columns, rows, state) %}
  {% set table = '(' ~ tablestore._json_rows(plan.columns, state.values() | list) ~ ')' %}
  {% set folded = '(\n' ~ tablestore.fold_query(plan, tablestore._json_rows(columns, tablestore._as_json(rows))) ~ '\n)' %}
  {% set sql %}
    select _change, _refused, {{ tablestore._to_json(plan.key_columns) }} as row_key, {{ tablestore._to_json(plan.columns) }} as row_json
    from (
      {{ tablestore.commit_query(dict(plan, table=table), folded) }}
    )
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

{# The rows that are too many and too few, each as JSON of the table's types. #}
{% macro _compared(plan, found, expected) %}
  {% set wanted = [] %}
  {% for row in tablestore._rows('select ' ~ tablestore._to_json(plan.columns) ~ ' as row_json from ('
      ~ tablestore._json_rows(plan.columns, tablestore._as_json(expected)) ~ ')') %}
    {% do wanted.append(row.row_json) %}
  {% endfor %}
  {% set differences = [] %}
  {% for row in found if row not in wanted %}
    {% do differences.append('has ' ~ row) %}
  {% endfor %}
  {% for row in wanted if row not in found %}
    {% do differences.append('lacks ' ~ row) %}
  {% endfor %}
  {{ return(differences) }}
{% endmacro %}
