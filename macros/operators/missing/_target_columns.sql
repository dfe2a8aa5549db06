{#
  The columns that an operator works on, as a list of {name, type}. `columns` is one of

    a name or a list      the type is none: only Spark knows it, when it analyzes the query
    {name: type}          literals are checked when the model is compiled
    none                  all columns of the relation, queried from the warehouse when the model runs
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
    {% do problems.append('columns: the list is empty; write at least one column, '
        ~ 'or remove columns to select all of them') %}
  {% endif %}
  {{ return(targets) }}
{% endmacro %}
