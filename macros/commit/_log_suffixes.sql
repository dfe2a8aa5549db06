{# How the names of the tables of a changelog end, for a kind of producer, see `_producer_kind`. #}
{% macro _log_suffixes(kind) %}
  {{ return([] if kind == 'none' else ['__changelog'] + (['__uncompacted'] if kind.endswith(', apart') else [])) }}
{% endmacro %}
