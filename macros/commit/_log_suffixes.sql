{# How the names of the tables of a changelog end, for the `kind` of a changelog, see `_changelog_schema`. #}
{% macro _log_suffixes(kind) %}
  {{ return([] if kind == 'none' else ['__changelog'] + (['__uncompacted'] if kind.endswith(', apart') else [])) }}
{% endmacro %}
