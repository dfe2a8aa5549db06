{#
  The options of a keyed model in both spellings, as one mapping:

    options     name -> typed value, defaults filled in
    fields      the options of single columns and sequence groups
    problems    the problems found while reading them
    ignored     options without effect -> the reason
    ttl_source  what set the state TTL

  `table_options` takes the WITH clause of a Flink or Paimon DDL unchanged. A snake_case config is the same option in dbt's
  spelling. `by_plan` says whether the TTL of the model's compiled plan counts.
#}
{% macro _read_options(node, by_plan=true) %}
  {% set config, registry = node.config, tablestore.options() %}
  {% set given = {'options': {}, 'fields': {}, 'problems': [], 'ignored': {}, 'ttl_source': none} %}
  {% set pasted = tablestore._table_options(config, given.problems) %}
  {% do given.options.update(tablestore._config_options(config, registry, given.problems)) %}
  {% set spellings = {} %}
  {% for name, option in registry.items() %}
    {% for spelling in option.aliases or [] %}
      {% do spellings.update({spelling: name}) %}
    {% endfor %}
    {% do spellings.update({option.paimon: name}) if option.paimon %}
  {% endfor %}
  {% do tablestore._read_fields(config.get('fields'), given) %}

  {% for spelling, value in pasted.items() %}
    {% set label = "table_options['" ~ spelling ~ "']" %}
    {% set name = spellings.get(spelling) %}
    {% if name and config.get(name) is not none %}
      {% do given.problems.append("'" ~ name ~ "' and " ~ label ~ " set the same option: remove one of them") %}
    {% elif name and (spelling == registry[name].paimon or registry[name].paimon not in pasted) %}
      {% do given.options.update({name: tablestore._read_value(label, registry[name], value, given.problems)}) %}
    {% elif spelling.startswith('fields.') and not name %}
      {% do tablestore._read_field_option(spelling, value, given) %}
    {% elif not name and tablestore._ignored_reason(spelling) %}
      {% do given.ignored.update({spelling: tablestore._ignored_reason(spelling)}) %}
    {% elif not name %}
      {% do given.problems.append("table_options has '" ~ spelling ~ "', which is not an option"
          ~ tablestore._near_names(spelling, spellings.keys() | list)) %}
    {% endif %}
  {% endfor %}
  {% do tablestore._ineffective_fields(given, pasted.keys() | map('lower') | list) %}
  {% do tablestore._ineffective_options(given, pasted) %}
  {% do tablestore._resolve_ttl(given, node, by_plan) %}
  {% do given.ignored.update(tablestore._ignored_cadence(given.options)) %}
  {{ return(given) }}
{% endmacro %}
