{#
  Why a table cannot have a column of the SELECT with its type.

    stored  the type of the stored column, which a part without a type gets; empty if there is none, and none if it is
            not known
    format  the record of the table format
#}
{% macro _type_problems(column, stored, format, format_name) %}
  {% set problems, type, name = [], column.type, "column '" ~ column.name ~ "'" %}
  {% if modules.re.search('[.]{3} [0-9]+ more fields>', type) %}
    {% do problems.append(name ~ ' is of type ' ~ type ~ ', which the server has shortened: write in the profile '
        ~ "server_side_parameters: {spark.sql.debug.maxToStringFields: '10000'}") %}
  {% elif type == 'void' %}
    {% do problems.append(name ~ ' has no type: write cast(null as <type>)') %}
  {% elif stored is not none and '<' in type and tablestore._has_type(type, 'void')
      and not (stored and tablestore._type_holds(stored, type)) %}
    {% do problems.append(name ~ ' is of type ' ~ type ~ ', of which a part has no type: write cast(... as <type>)') %}
  {% endif %}
  {% for kind, advice in (format.refused_types or {}).items() if tablestore._has_type(type, kind) %}
    {% do problems.append(name ~ ' is of type ' ~ type ~ ', and a keyed table on ' ~ format_name | capitalize
        ~ ' cannot store ' ~ kind ~ ' values: ' ~ advice) %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
