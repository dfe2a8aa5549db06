{# The options of a registry as a config has them, typed: those of `names`, and the defaults of all others. #}
{% macro _config_options(config, registry, names, problems) %}
  {% set options = {} %}
  {% for name, option in registry.items() %}
    {% set given = config.get(name) if name in names else none %}
    {% do options.update({name: option.default if given is none
        else tablestore._read_value(name, option, given, problems)}) %}
  {% endfor %}
  {% do options.update({'maintenance': tablestore._read_maintenance(config.get('maintenance'), problems)}) %}
  {{ return(options) }}
{% endmacro %}
