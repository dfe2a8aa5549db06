{#
  A table that belongs to a keyed table. Its name is the name of the table and a suffix. In a schema of its own, the
  name also has the schema of the table, so that tables of the same name in two schemas do not share it.

    schema  the schema of the side tables; none for that of the table
#}
{% macro side_table(relation, suffix, schema) %}
  {% if not schema %}
    {{ return(relation.incorporate(path={'identifier': relation.identifier ~ suffix})) }}
  {% endif %}
  {{ return(relation.incorporate(path={'schema': schema, 'identifier': relation.schema ~ '__' ~ relation.identifier
      ~ suffix})) }}
{% endmacro %}
