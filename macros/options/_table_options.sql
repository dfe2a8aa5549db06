{# The options of a pasted WITH clause, {} without one. What is not a mapping is added to `problems`. #}
{% macro _table_options(config, problems) %}
  {% set given = config.get('table_options') %}
  {% if given and given is not mapping %}
    {% do problems.append("'table_options' is '" ~ given
        ~ "'; write a mapping such as {'merge-engine': 'aggregation'}") %}
    {{ return({}) }}
  {% endif %}
  {% set read = {} %}
  {% for name, value in (given or {}).items() %}
    {% if name is string %}
      {% do read.update({name: value}) %}
    {% else %}
      {% do problems.append("'table_options' has the key " ~ name ~ ", which YAML does not read as text: write it in"
          ~ " quotes") %}
    {% endif %}
  {% endfor %}
  {{ return(read) }}
{% endmacro %}
