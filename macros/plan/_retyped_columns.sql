{#
  The columns whose type in the SELECT does not fit the stored type; a type that fits is cast without notice. `widens` says
  whether the table can change to the new type in place. dbt's macros read `column_name` and `new_type`.
#}
{% macro _retyped_columns(query, stored) %}
  {% set result = [] %}
  {% for column in stored %}
    {% for given in query if given.lower_name == column.lower_name and not tablestore._type_holds(column.type, given.type) %}
      {% do result.append({'name': column.name, 'quoted': column.quoted, 'old_type': column.type, 'type': given.type,
                           'column_name': column.name, 'new_type': given.type, 'widens': tablestore._type_widens(column.type, given.type)}) %}
    {% endfor %}
  {% endfor %}
  {{ return(result) }}
{% endmacro %}
