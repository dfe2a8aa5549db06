{# Whether every table format can change the type of a column from one to the other without rewriting a data file. #}
{% macro _type_widens(from, to) %}
  {% if from.startswith('decimal') and to.startswith('decimal') %}
    {% set scale, wider_scale = tablestore._precision_and_scale(from)[1], tablestore._precision_and_scale(to)[1] %}
    {{ return(scale == wider_scale and tablestore._type_holds(to, from)) }}
  {% endif %}
  {{ return(from != 'void' and to in ['smallint', 'int', 'bigint', 'double'] and tablestore._type_holds(to, from)) }}
{% endmacro %}
