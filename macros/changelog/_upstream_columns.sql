{# The quoted names of an upstream's columns and of its primary key: {all, primary_key}. #}
{% macro _upstream_columns(upstream) %}
  {% set columns = tablestore._model_columns(tablestore._relation_columns(upstream.table, 'tablestore.changelog')) %}
  {{ return({'all': columns | map(attribute='quoted') | list, 'primary_key': tablestore._quoted(upstream.primary_key)}) }}
{% endmacro %}
