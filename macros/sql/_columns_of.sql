{#
  The columns of a relation, in order, as {'name', 'type', 'comment'}: the only place where an operator asks the
  warehouse. An empty list at parse time, and for a table which does not exist yet.
#}
{% macro _columns_of(relation, subject) %}
  {% if not execute %}
    {{ return([]) }}
  {% elif relation is not string and load_relation(relation) is none %}
    {{ return([]) }}
  {% elif relation is string and modules.re.match('\\w+$', relation.strip()) %}
    {% do tablestore._fail(subject, [
        "the columns of '" ~ relation ~ "', a common table expression, cannot be looked up; name them: columns=[...]"
    ]) %}
  {% endif %}
  {% set columns = [] %}
  {% for row in run_query('describe query select * from ' ~ tablestore._table(relation)) %}
    {% do columns.append({'name': row[0], 'type': row[1], 'comment': row[2]}) %}
  {% endfor %}
  {{ return(columns) }}
{% endmacro %}
