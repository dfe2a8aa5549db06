{#
  Makes ready for the rows of a Python model, and returns {table, properties}: the side table that the adapter writes
  them to, and what this table says about itself. Only a materialization can run a Python model, so this is done before
  that of the package, which then reads the table.
#}
{% macro python_batch(node, relation, rebuild) %}
  {% set existing, settings = load_relation(relation), tablestore._keyed_settings(node, warns=false) %}
  {% set last = tablestore.last_commit(relation, existing) %}
  {% set side_schema = tablestore._next_side_schema(last, rebuild) %}
  {% do tablestore._assert_side_tables(settings, relation, last, side_schema) %}
  {# the model may read its own table, so a commit that is not published is published first #}
  {% do tablestore.settled_commit(node, relation, existing, rebuild) %}
  {% do tablestore._created_side_schema(relation, side_schema) if side_schema %}
  {{ return({
    'table': tablestore._batch_table(relation, side_schema),
    'properties': {'tablestore.format': settings.format, 'tablestore.made-at': tablestore._clock_made_at()},
  }) }}
{% endmacro %}
