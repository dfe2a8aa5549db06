{# A problem for each node of the project that a relation belongs to, for a model that needs its name. #}
{% macro _taken_name_problems(relation) %}
  {% set problems = [] %}
  {% for other in tablestore._nodes_of(relation) %}
    {% do problems.append(relation ~ ' belongs to ' ~ other.resource_type ~ " '" ~ other.name
        ~ "': give it another name or alias") %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
