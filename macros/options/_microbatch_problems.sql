{#
  Why a model cannot be built in batches of event time. dbt builds a batch again: the current batch in every run, those of
  `lookback`, and all that a backfill selects. So a function must give the same result when it gets the same rows twice.
#}
{% macro _microbatch_problems(node, given) %}
  {% if not tablestore._is_microbatch(node) %}
    {{ return([]) }}
  {% endif %}
  {% set problems, repeated = [], ['sum', 'product', 'count', 'listagg', 'collect', 'nested_update'] %}
  {% set settings = dict(given.fields) %}
  {% if given.options.default_aggregate_function %}
    {% do settings.update({'default_aggregate_function': {'aggregate_function': given.options.default_aggregate_function}}) %}
  {% endif %}
  {% for name, setting in settings.items() if setting.aggregate_function in repeated and not setting.distinct and not setting.nested_key %}
    {% do problems.append("'" ~ name ~ "' has the aggregate function " ~ setting.aggregate_function ~ ", which would count rows again: with "
        ~ "incremental_strategy 'microbatch', dbt builds a batch more than once. Remove the strategy, and select new rows in the SELECT") %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
