{# Options as a config has them, typed and with defaults: those of `names`, and the defaults of all others. #}
{% macro _config_options(config, names, problems) %}
  {% set options = {} %}
  {% for name, option in tablestore.options().items() %}
    {% set given = config.get(name) if name in names else none %}
    {% do options.update({name: option.default if given is none else tablestore._read_value(name, option, given, problems)}) %}
  {% endfor %}
  {% do options.update({'maintenance': tablestore._read_maintenance(config.get('maintenance'), problems)}) %}
  {{ return(options) }}
{% endmacro %}
