{#
  What the next refresh of a view would take, as lines of text; none before its first run, and for a view whose states
  expire, where no policy chooses.
#}
{% macro tablestore_explained_costs(view, last, policy) %}
  {% if not last.exists or view.operators %}
    {{ return([]) }}
  {% endif %}
  {% set inputs, changes = tablestore_view_inputs(view, last), {} %}
  {% for name, input in inputs.items() if input.changes %}
    {% do changes.update({name: tablestore.query_rows('select count(*) as n from ' ~ input.changes)[0].n | int}) %}
  {% endfor %}
  {{ return(adapter.refreshes().explained(view, inputs, changes, last.properties, policy)) }}
{% endmacro %}
