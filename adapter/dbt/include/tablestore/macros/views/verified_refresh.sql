{#
  Compares the rows of a view with those of its query as it is written, over the inputs that the refresh has read, if
  its option `verify` says so. Returns whether they are the same, or none if they were not compared, also because
  another run has made a commit since. Other rows are a warning, and another commit makes them those of the query: a
  rebuild if the plan is wrong.
#}
{% macro tablestore_verified_refresh(view, planned, given) %}
  {% set table, last = given.table, tablestore.last_commit(given.table, true) if given.options.verify else none %}
  {% if not last or last.number % given.options.verify or view.result.reason or view.operators
      or last.properties.get('tablestore.invocation-id') != invocation_id %}
    {{ return(none) }}
  {% endif %}
  {% set views, inputs, columns = adapter.views(), given.inputs, given.columns %}
  {% set compared = views.columns_to_compare(planned, inputs, columns) %}
  {% if compared is none %}
    {{ return(none) }}
  {% endif %}
  {% set rows = view.read_query(tablestore.rows_of_commit(table, last)) %}
  {% set different = views.difference(planned, inputs, columns, compared, rows, true) %}
  {% if not different %}
    {{ return(true) }}
  {% endif %}
  {% set are_other_rows = views.is_other_rows(different) %}
  {% do tablestore_correct_rows(planned, given, last) if are_other_rows %}
  {# with --warn-error, this ends the run #}
  {% do tablestore.warn("model '" ~ model.name ~ "': " ~ different) %}
  {{ return(false if are_other_rows else none) }}
{% endmacro %}

{# Makes the stored rows those of the query, by another commit. #}
{% macro tablestore_correct_rows(planned, given, last) %}
  {% set table, why = given.table, 'its rows were not those of its query' %}
  {% set view = adapter.views().proven(planned, given.inputs, given.columns) %}
  {% set rebuild = why if view.different else none %}
  {% set refresh = adapter.refreshes().rebuilt(view, given.inputs, rebuild) if rebuild
      else adapter.refreshes().corrected(view, table | string, given.inputs, why) %}
  {% do tablestore_commit_view(view, given, refresh, rebuild, last, adapter.refreshes().begin()) %}
  {% do tablestore_create_views(view, table, load_relation(this)) if rebuild %}
{% endmacro %}
