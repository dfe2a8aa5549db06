{# The inputs of an operator as a compiled plan lists them. #}
{% macro _operator_inputs(relations, names) %}
  {% set inputs = [] %}
  {% for side, relation in relations.items() %}
    {% set table = [relation.database, relation.schema, relation.identifier] | select | join('.') %}
    {% do inputs.append({'table': table, 'alias': names[side]}) %}
  {% endfor %}
  {{ return(inputs) }}
{% endmacro %}
