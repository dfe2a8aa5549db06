{# Fails if a relation has the name of a side table of a keyed model: to build it would replace that table. #}
{% macro assert_no_side_table(relation) %}
  {% for suffix in tablestore._side_tables_all() if relation.identifier.endswith(suffix) %}
    {% for node in tablestore._nodes_with_side_table(relation, suffix) %}
      {% do tablestore.fail(relation | string,
          ["the keyed model '" ~ node.name ~ "' keeps its commits and changes in the table of this name;"
          ~ ' nothing was changed', "give one of the two another name or alias"]) %}
    {% endfor %}
  {% endfor %}
{% endmacro %}

{# The keyed models that have a side table of this name, where it is now or where the next rebuild moves it. #}
{% macro _nodes_with_side_table(relation, suffix) %}
  {% set found, name, table = [], relation.identifier[:-(suffix | length)] | lower, relation | string | lower %}
  {% for node in graph.get('nodes', {}).values() if node.resource_type == 'model' and tablestore.is_keyed(node)
      and name in [node.alias | lower, (node.schema ~ '__' ~ node.alias) | lower]
          and suffix in tablestore._side_tables(tablestore._read_options(node).options) %}
    {% set owner = tablestore._model_relation(node) %}
    {% set last = tablestore.last_commit(owner, load_relation(owner)) %}
    {% for schema in [tablestore._next_side_schema(last, false), tablestore._next_side_schema(last, true)] | unique
        if tablestore.side_table(owner, suffix, schema) | string | lower == table %}
      {% do found.append(node) %}
    {% endfor %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}
