{#
  dbt run-operation verify_views [--args '{select: orders_by_region}']

  Computes the query of each materialized view as it is written, over the rows of its inputs, and compares all rows with
  those of the view; if its inputs have changed since its last refresh, with those that its plan computes. Fails if they
  differ.
#}
{% macro verify_views(select=none) %}
  {% do tablestore._check_arguments('verify_views', '{select: orders_by_region}', optional={'select': select},
      unknown=kwargs) %}
  {% set problems = [] %}
  {% for node in tablestore._selected_views('verify_views', select) %}
    {% set relation, name = tablestore._model_relation(node), tablestore.versioned_name(node) %}
    {% if load_relation(tablestore.rows_of_view(relation)) is none %}
      {% do print(name ~ ': not built yet') %}
    {% else %}
      {% set query = tablestore._compiled_select('verify_views', node, relation) %}
      {% set found = tablestore_verified_view(node, relation, query) %}
      {% do print(name ~ ': ' ~ (found.different or found.state)) %}
      {% if found.different %}
        {% do problems.append("'" ~ name ~ "': " ~ found.problem ~ ('; to compute them by the query as it is written: '
            ~ tablestore.rebuild_command(name, with_readers=false) if found.are_compared else '')) %}
      {% endif %}
    {% endif %}
  {% endfor %}
  {% do tablestore.fail('verify_views', problems) %}
{% endmacro %}
