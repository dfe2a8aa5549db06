{#
  The columns of an operator's input, a relation or a query. Empty while dbt parses and for a table that does not exist
  yet. The columns of a common table expression cannot be looked up. dbt makes one of an ephemeral model and of the rows
  of a unit test.
#}
{% macro _relation_columns(relation, subject) %}
  {% if execute and relation is not string and relation.is_cte %}
    {% do tablestore.fail(subject, ["the columns of '" ~ relation.identifier.replace('__dbt__cte__', '')
        ~ "', an ephemeral model or the rows of a unit test, cannot be looked up; name them: columns=[...]"]) %}
  {% endif %}
  {% if not execute or (relation is not string and load_relation(relation) is none) %}
    {{ return([]) }}
  {% elif relation is string and modules.re.match('\\w+$', relation.strip()) %}
    {% do tablestore.fail(subject, [
      "the columns of '" ~ relation ~ "', a common table expression, cannot be looked up; name them: columns=[...]"
    ]) %}
  {% endif %}
  {{ return(tablestore.query_columns('select * from ' ~ tablestore._table_expression(relation))) }}
{% endmacro %}

{#
  The relation of the model, seed or snapshot with this name. Anything else stays as it is, such as `main.orders` or a
  query. In a unit test, dbt's graph is empty.
#}
{% macro _relation_named(relation) %}
  {% if execute and relation is string %}
    {% set found = tablestore._found_model(relation).node %}
    {% for node in ([found] if found else (graph.nodes or {}).values())
        if found or (node.name == relation and node.resource_type in ['seed', 'snapshot']) %}
      {{ return(tablestore._model_relation(node)) }}
    {% endfor %}
  {% endif %}
  {{ return(relation) }}
{% endmacro %}
