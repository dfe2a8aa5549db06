{#
  A table that belongs to a keyed table. Its name is the name of the table and a suffix. In a schema of its own, the
  name also has the schema of the table, so that tables of the same name in two schemas do not share it.

    schema  the schema of the side tables; none for that of the table
#}
{% macro _side_table(relation, suffix, schema) %}
  {% if not schema %}
    {{ return(relation.incorporate(path={'identifier': relation.identifier ~ suffix})) }}
  {% endif %}
  {{ return(relation.incorporate(path={'schema': schema, 'identifier': relation.schema ~ '__' ~ relation.identifier
      ~ suffix})) }}
{% endmacro %}

{# Whether a side table exists. #}
{% macro _side_table_exists(relation, suffix, schema) %}
  {{ return(load_relation(tablestore._side_table(relation, suffix, schema)) is not none) }}
{% endmacro %}

{# The full name of a side table. #}
{% macro _side_table_name(relation, suffix, schema) %}
  {{ return(tablestore._side_table(relation, suffix, schema) | string) }}
{% endmacro %}
