{#
  The columns whose function gives another result when it gets the same rows twice, and the default function, if it is
  one: name -> function. `given` is the result of `_read_options`.
#}
{% macro _added_again(given) %}
  {% set functions, found = ['sum', 'product', 'count', 'listagg', 'collect', 'nested_update'], {} %}
  {% set settings, default = dict(given.fields), given.options.default_aggregate_function %}
  {% do settings.update({'default_aggregate_function': {'aggregate_function': default}}) if default %}
  {% for name, setting in settings.items() if setting.aggregate_function in functions and not setting.nested_key %}
    {# without a delimiter, nothing tells the values of a list apart #}
    {% set joins = setting.aggregate_function == 'listagg' and setting.list_agg_delimiter == '' %}
    {% do found.update({name: setting.aggregate_function}) if joins or not setting.distinct %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}
