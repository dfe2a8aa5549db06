{#
  dbt run-operation why --args '{model: orders, key: {order_id: 7}}'

  Prints every change of one key in the model's changelog, with the commit and the run that made it. In a history of
  versions, a key without `dbt_valid_from` has all of its versions.
#}
{% macro why(model=none, key=none) %}
  {% do tablestore._check_arguments('why', '{model: orders, key: {order_id: 7}}', needed={'model': model, 'key': key},
      unknown=kwargs) %}
  {% set node = tablestore._model_named('why', model) %}
  {% set relation = tablestore._model_relation(node) %}
  {% set last = tablestore.last_commit(relation, load_relation(relation)) %}
  {% do tablestore.fail('why', tablestore._why_problems(model, key, last) if tablestore.is_keyed(node)
      else ["model '" ~ model ~ "' is not a keyed model; only models with a primary_key have a changelog by key"]) %}
  {% set columns = tablestore._columns_of_model(tablestore._describe_table(relation)) %}
  {% set conditions = [] %}
  {% for column in tablestore._columns_named(columns, last.primary_key | map('lower') | list) if column.name in key %}
    {% set value = 'null' if key[column.name] is none else tablestore.string_literal(key[column.name]) %}
    {% do conditions.append('log.' ~ column.quoted ~ ' <=> cast(' ~ value ~ ' as ' ~ column.type ~ ')') %}
  {% endfor %}
  {% set sql %}
    select _commit, {{ tablestore._time_text('_committed_at') }} as at, _row_kind,
      {{ tablestore._row_as_json(columns) }} as row_json, history.invocation_id
    from {{ tablestore.side_table(relation, '__changelog', last.side_schema) | string }} as log
    left join {{ tablestore.side_table(relation, '__commits', last.side_schema) | string }} as history
      on history.commit = log._commit and history.epoch = {{ tablestore.string_literal(last.epoch) }}
    where {{ conditions | join(' and ') }}
    order by _commit, _row_kind in ('+I', '+U')
  {% endset %}
  {% set until = tablestore._last_in_changelog(last) %}
  {% for row in tablestore.query_rows(sql) %}
    {% set commit, run = 'commit ' ~ row._commit, 'run ' ~ row.invocation_id %}
    {% do print([commit, row.at, run, row._row_kind, row.row_json] | join('  ')) %}
  {% else %}
    {% do print(model ~ ': no change of ' ~ tablestore._rows_as_json([key])[0]
        ~ (' in ' ~ tablestore._commit_range(last.changelog_start + 1, until) if until > last.changelog_start
        else ', because the changelog has no changes')) %}
  {% endfor %}
  {% do print(model ~ ': the changes of ' ~ tablestore._commit_range(until + 1, last.number)
      ~ ' wait for the next full compaction (full_compaction_delta_commits)') if until < last.number %}
{% endmacro %}

{# Why the changes of a key cannot be printed. #}
{% macro _why_problems(model, key, last) %}
  {% if not last.epoch %}
    {{ return(["model '" ~ model ~ "' has no keyed table: dbt run --select " ~ model]) }}
  {% elif last.producer == 'none' %}
    {{ return(["model '" ~ model ~ "' writes no changelog; "
        ~ "set changelog_producer='lookup' to record its next commits"]) }}
  {% endif %}
  {# the last columns of the key of a version say from when it is valid, and since which commit it is stored #}
  {% set times = (2 if last.definition.system_time else 1) if last.definition.scd_type else 0 %}
  {% set whole = last.primary_key[:-times] if times and key is mapping
      and not last.primary_key[-times:] | select('in', key) | list else last.primary_key %}
  {% if key is not mapping or key.keys() | list | sort != whole | sort %}
    {{ return(["'key' is '" ~ key ~ "'; write a value for each column of the primary key: "
        ~ '{' ~ whole | join(': ..., ') ~ ': ...}']) }}
  {% endif %}
  {{ return([]) }}
{% endmacro %}
