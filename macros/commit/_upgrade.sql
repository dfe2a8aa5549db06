{# Gives an existing table the later version of its format that the model asks for. No file is written. #}
{% macro _upgrade(plan, last) %}
  {% set name = tablestore.formats()[plan.format].version_property %}
  {% set wanted, stored = plan.layout.properties.get(name, '0'), last.properties.get(name, '0') %}
  {% if name and stored | int and stored | int < wanted | int %}
    {% do log(plan.model ~ ': its table had format version ' ~ stored ~ ' and has ' ~ wanted, info=true) %}
    {% do tablestore._run([tablestore.properties_statement(plan, {name: wanted | string})]) %}
  {% endif %}
{% endmacro %}
