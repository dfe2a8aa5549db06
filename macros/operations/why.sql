{#
  dbt run-operation why --args '{model: orders, key: {order_id: 7}}'

  Prints every change of one key that the model's changelog has, with the commit that made it and its run.
#}
{% macro why(model, key) %}
  {% set node = tablestore._model_named('why', model) %}
  {% set relation = tablestore._relation_of(node) %}
  {% set state = tablestore._table_state(relation, load_relation(relation)) %}
  {% do tablestore._fail('why', tablestore._why_problems(model, key, state)) %}
  {% set columns = tablestore._model_columns(tablestore._relation_columns(relation)) %}
  {% set conditions = [] %}
  {% for column in tablestore._pick(columns, state.key | map('lower') | list) %}
    {% do conditions.append('log.' ~ column.quoted ~ ' = cast(' ~ tablestore._text(key[column.name]) ~ ' as ' ~ column.type ~ ')') %}
  {% endfor %}
  {% set sql %}
    select _commit, string(_committed_at) as at, _row_kind, {{ tablestore._to_json(columns) }} as row_json, history.invocation_id
    from {{ tablestore._beside(relation, '__changelog') }} as log
    left join {{ tablestore._beside(relation, '__commits') }} as history
      on history.commit = log._commit and history.epoch = {{ tablestore._text(state.epoch) }}
    where {{ conditions | join(' and ') }}
    order by _commit, _row_kind in ('+I', '+U')
  {% endset %}
  {% for row in tablestore._rows(sql) %}
    {% do print('commit ' ~ row._commit ~ '  ' ~ row.at ~ '  run ' ~ row.invocation_id ~ '  ' ~ row._row_kind ~ '  ' ~ row.row_json) %}
  {% else %}
    {% do print(model ~ ': no change of ' ~ tojson(key) ~ ' in commits ' ~ (state.start + 1) ~ ' to ' ~ state.commit) %}
  {% endfor %}
{% endmacro %}

{# Why nothing can be said about a key. #}
{% macro _why_problems(model, key, state) %}
  {% if not state.epoch %}
    {{ return(["model '" ~ model ~ "' has no keyed table: dbt run --select " ~ model]) }}
  {% elif state.producer == 'none' %}
    {{ return(["model '" ~ model ~ "' keeps no changelog; with changelog_producer='lookup' its next commits can be told"]) }}
  {% elif key is not mapping or key.keys() | list | sort != state.key | sort %}
    {{ return(["'key' is '" ~ key ~ "'; write a value for each column of the primary key: {" ~ state.key | join(': ..., ') ~ ': ...}']) }}
  {% endif %}
  {{ return([]) }}
{% endmacro %}
