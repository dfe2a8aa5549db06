{#
  The rows of a view beside those of its query: {different: how they differ, or none; state: what was compared; problem:
  what is wrong if they differ; are_compared: whether there are rows that differ, and not only an error}.

  Inputs and stored rows are those of the last commit, whatever runs write meanwhile. Where an input has changed since
  then, the plan stands in for the stored rows. `query` is {sql, columns}, its SELECT as dbt compiles it now.
#}
{% macro tablestore_verified_view(node, relation, query) %}
  {% set options, table = tablestore.view_options(node), tablestore.rows_of_view(relation) %}
  {% set planned = adapter.views().planned(query.sql, query.columns, options.state_ttl > 0, node,
      options.primary_key) %}
  {% set last = tablestore.last_commit(table, true) %}
  {% set planned = adapter.views().at_its_refresh(planned, last.properties) %}
  {% set recorded = fromjson(last.properties.get('tablestore.view', '{}')) %}
  {% set view = adapter.views().as_recorded(planned, recorded) %}
  {% if planned.operators %}
    {{ return({'different': none, 'state': 'not compared, because its states expire'}) }}
  {% elif planned.result.reason %}
    {% set state = 'not compared, because each run is a full refresh: ' ~ planned.result.reason %}
    {{ return({'different': none, 'state': state}) }}
  {% endif %}
  {% set inputs, changed = tablestore_view_inputs(planned, last), [] %}
  {% for name, input in inputs.items() if input.changes or input.reason or not input.offset %}
    {% do changed.append(name) %}
  {% endfor %}
  {% if changed and view.different %}
    {{ return({
      'different': none, 'state': 'not compared, because its inputs may have changed since its last refresh',
    }) }}
  {% endif %}
  {% set compared = adapter.views().columns_to_compare(planned, inputs, query.columns) %}
  {% if compared is none %}
    {{ return({'different': none, 'state': 'not compared, because the order of rows decides which rows it has'}) }}
  {% endif %}
  {# where the SELECT has changed since then, it does not say how the rows of the old one are read #}
  {% set rows = none if changed else view.read_query(tablestore.rows_of_commit(table, last))
      if view.computes(recorded) else 'select * from ' ~ relation %}
  {% set different = adapter.views().difference(planned, inputs, query.columns, compared, rows, true) %}
  {% set state = 'it has the rows of its query' %}
  {% if changed %}
    {% set state = 'its plan gives the rows of its query; its inputs may have changed since its last refresh' %}
  {% endif %}
  {% set are_compared = different is not none and adapter.views().is_other_rows(different) %}
  {% set problem = 'its rows could not be compared with those of its query' if not are_compared
      else 'its plan gives other rows than its query' if changed else 'its rows are not those of its query' %}
  {{ return({'different': different, 'state': state, 'problem': problem, 'are_compared': are_compared}) }}
{% endmacro %}
