{# The columns of a relation or query; empty if they cannot be looked up. #}
{% macro _known_columns(relation) %}
  {% set is_name = relation is string and modules.re.match('\\w+$', relation.strip()) %}
  {% if is_name or (relation is not string and tablestore._is_unavailable(relation)) %}
    {{ return([]) }}
  {% endif %}
  {{ return(tablestore._relation_columns(relation, 'cdc')) }}
{% endmacro %}
