{#
  The columns an operator works on, as [{'name', 'type'}]:
    a name or a list      these; their types stay open until Spark analyses the query
    {name: type}          these, checked when the model is compiled
    nothing               all columns of the relation, looked up when the model runs
  `columns` may not be empty when it is given.
#}
{% macro _target_columns(subject, relation, columns, problems) %}
  {% if columns is none %}
    {{ return(tablestore._relation_columns(relation, subject)) }}
  {% endif %}
  {% set targets = [] %}
  {% for name in (columns if columns is mapping else tablestore._as_list(columns)) %}
    {% do targets.append({'name': name, 'type': columns[name] if columns is mapping else none}) %}
  {% endfor %}
  {% if not targets %}
    {% do problems.append('columns: the list is empty; name columns, or leave the argument out for all of them') %}
  {% endif %}
  {{ return(targets) }}
{% endmacro %}
