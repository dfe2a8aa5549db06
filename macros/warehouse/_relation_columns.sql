{#
  The columns of whatever an operator is given: a relation or a query. Empty while dbt parses and for a table that does
  not exist yet. A common table expression has no columns of its own to look up.
#}
{% macro _relation_columns(relation, subject) %}
  {% if not execute or (relation is not string and load_relation(relation) is none) %}
    {{ return([]) }}
  {% elif relation is string and modules.re.match('\\w+$', relation.strip()) %}
    {% do tablestore._fail(subject, [
      "the columns of '" ~ relation ~ "', a common table expression, cannot be looked up; name them: columns=[...]"
    ]) %}
  {% endif %}
  {{ return(tablestore._query_columns('select * from ' ~ tablestore._table_expression(relation))) }}
{% endmacro %}
