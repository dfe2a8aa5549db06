{#
  Configs of dbt and of its adapter. None of them is a misspelled option, however close its name is. The adapter
  dbt-tablestore reads them from the installed dbt. On plain dbt-spark, none of them begins like an option.
#}
{% macro _known_configs() %}
  {% set credentials = adapter.config.credentials if adapter is defined else {} %}
  {{ return(credentials.known_model_configs() if credentials.known_model_configs is defined else []) }}
{% endmacro %}
