{#
  The options of a keyed model in both spellings, as one mapping:

    options     name -> typed value, defaults filled in
    fields      the options of single columns and sequence groups
    problems    the problems found while reading them
    ignored     options without effect -> the reason
    ttl_source  what set the state TTL

  `table_options` takes the WITH clause of a Flink or Paimon DDL unchanged. A snake_case config is the same option in
  dbt's spelling. A caller that has the registry, `options()`, passes it. `by_plan` says whether the TTL of the model's
  compiled plan counts.
#}
{% macro _read_options(node, registry=none, by_plan=true) %}
  {% set config, registry = node.config, registry or tablestore.options() %}
  {% set given = {'options': {}, 'fields': {}, 'problems': [], 'ignored': {}, 'ttl_source': none} %}
  {% do given.options.update(tablestore._config_options(config, registry, registry, given.problems)) %}
  {% do tablestore._read_fields(config.fields, given) if config.get('fields') is not none %}
  {% set pasted = tablestore._table_options(config, given.problems) if config.get('table_options') is not none
      else {} %}
  {% do tablestore._read_pasted(pasted, config, registry, given) if pasted %}
  {% do tablestore._ineffective_fields(given, pasted.keys() | map('lower') | list) if given.fields %}
  {% do tablestore._ineffective_options(given, pasted, registry) %}
  {% do tablestore._resolve_ttl(given, node, by_plan) %}
  {% for name in ['full_compaction_delta_commits', 'changelog_producer_compaction_interval'] %}
    {% if given.options[name] is not none and given.options.changelog_producer != 'full-compaction' %}
      {% set reason = "only changelog_producer 'full-compaction' writes changes at intervals" %}
      {% do given.ignored.update({registry[name].paimon: reason}) %}
    {% endif %}
  {% endfor %}
  {% if given.options.changelog_time_retained is not none and given.options.changelog_producer == 'none' %}
    {% set spelling = 'changelog_time_retained' if config.get('changelog_time_retained') is not none
        else registry.changelog_time_retained.paimon %}
    {% do given.ignored.update({spelling: "there is no changelog, which changelog_producer='lookup' writes"}) %}
  {% endif %}
  {{ return(given) }}
{% endmacro %}

{#
  The options of single columns, in both spellings:
    fields={'total': {'aggregate_function': 'sum'}, 'version': {'sequence_group': ['status', 'price']}}
    table_options={'fields.total.aggregate-function': 'sum', 'fields.version.sequence-group': 'status,price'}
#}
{% macro _read_fields(fields, given) %}
  {% set registry = tablestore.field_options() %}
  {% if fields is not mapping %}
    {% do given.problems.append("'fields' is '" ~ fields
        ~ "'; write a mapping such as {'column': {'aggregate_function': 'sum'}}") %}
    {{ return(none) }}
  {% endif %}
  {% set spelled = {} %}
  {% for field, settings in fields.items() %}
    {% set key = tablestore._field_key(field) %}
    {% if field is not string %}
      {% do given.problems.append("'fields' has the key " ~ field ~ ", which YAML does not read as text: write it in"
          ~ " quotes") %}
    {% elif key in spelled %}
      {% do given.problems.append("'fields' has '" ~ spelled[key] ~ "' and '" ~ field
          ~ "', which are the same: write their options together") %}
    {% elif settings is not mapping %}
      {% do given.problems.append("fields['" ~ field ~ "'] is '" ~ settings
          ~ "'; write a mapping such as {'aggregate_function': 'sum'}") %}
    {% else %}
      {% for name, value in settings.items() %}
        {% if name in registry %}
          {% set label = "fields['" ~ field ~ "']." ~ name %}
          {% do tablestore._set_field(field, name, tablestore._read_value(label, registry[name], value, given.problems),
              given) %}
        {% else %}
          {% do given.problems.append("fields['" ~ field ~ "'] has '" ~ name
              ~ "', which is not an option; accepted are "
              ~ registry.keys() | join(', ') ~ tablestore._near_names(name, registry.keys() | list)) %}
        {% endif %}
      {% endfor %}
    {% endif %}
    {% do spelled.update({key: field}) %}
  {% endfor %}
{% endmacro %}

{# Sets an option of a field. #}
{% macro _set_field(field, name, value, given) %}
  {% do given.fields.setdefault(tablestore._field_key(field), {}).update({name: value}) %}
{% endmacro %}

{# A field as its options have it: names are in lower case, and those of a group have no spaces between them. #}
{% macro _field_key(field) %}
  {{ return((field | string).split(',') | map('trim') | map('lower') | join(',')) }}
{% endmacro %}

{# The options of a pasted WITH clause. #}
{% macro _read_pasted(pasted, config, registry, given) %}
  {% set spellings = {} %}
  {% for name, option in registry.items() %}
    {% set old, values = [], [] %}
    {% for spelling in option.aliases or [] %}
      {% do spellings.update({spelling: name}) %}
      {% do old.append(spelling ~ ': ' ~ pasted[spelling]) if spelling in pasted and option.paimon not in pasted %}
      {% do values.append(pasted[spelling] | string | trim | lower) if spelling in pasted %}
    {% endfor %}
    {% do given.problems.append('table_options has ' ~ old | join(' and ') ~ ', which are old names of one option: '
        ~ "write '" ~ option.paimon ~ "' in place of them") if old and values | unique | list | length > 1 %}
    {% do spellings.update({option.paimon: name}) if option.paimon %}
  {% endfor %}
  {% for spelling, value in pasted.items() %}
    {% set label = "table_options['" ~ spelling ~ "']" %}
    {% set name = spellings.get(spelling) %}
    {% if name and config.get(name) is not none %}
      {% do given.problems.append("'" ~ name ~ "' and " ~ label ~ " set the same option: remove one of them") %}
    {% elif name and (spelling == registry[name].paimon or registry[name].paimon not in pasted) %}
      {% do given.options.update({name: tablestore._read_value(label, registry[name], value, given.problems)}) %}
    {% elif spelling.startswith('fields.') and not name %}
      {% do tablestore._read_field_option(spelling, value, given) %}
    {% elif not name and tablestore._option_instead(spelling) %}
      {% do given.problems.append("table_options has '" ~ spelling ~ "', which has no equivalent: "
          ~ tablestore._option_instead(spelling)) %}
    {% elif not name and tablestore._ignored_reason(spelling) %}
      {% do given.ignored.update({spelling: tablestore._ignored_reason(spelling)}) %}
    {% elif not name %}
      {% do given.problems.append("table_options has '" ~ spelling ~ "', which is not an option"
          ~ tablestore._near_names(spelling, spellings.keys() | list)) %}
    {% endif %}
  {% endfor %}
{% endmacro %}

{# One `fields.<columns>.<option>` of a WITH clause. #}
{% macro _read_field_option(spelling, value, given) %}
  {% set parts = spelling.split('.') %}
  {% set field, last = parts[1:-1] | join('.'), parts[-1] %}
  {% set registry, known = tablestore.field_options(), [] %}
  {% set spellings, label = registry.values() | map(attribute='paimon') | list, "table_options['" ~ spelling ~ "']" %}
  {% for name, option in registry.items() if option.paimon == last %}
    {% do known.append(name) %}
  {% endfor %}
  {% if not known or not field %}
    {% do given.problems.append("table_options has '" ~ spelling
        ~ "', which is not an option; after fields.<column>. accepted"
        ~ ' are ' ~ spellings | join(', ') ~ tablestore._near_names(last, spellings)) %}
  {% elif given.fields.get(tablestore._field_key(field), {}).get(known[0]) is not none %}
    {% do given.problems.append("fields['" ~ field ~ "']." ~ known[0] ~ ' and ' ~ label
        ~ ' set the same option: remove one of them') %}
  {% else %}
    {% set read = tablestore._read_value(label, registry[known[0]], value, given.problems) %}
    {% do tablestore._set_field(field, known[0], read, given) %}
  {% endif %}
{% endmacro %}

{#
  What to write instead of an option of Paimon that keyed models do not have and that changes rows, or which rows and
  versions can be read; none for other options. Without an error, such a table would differ from Paimon's silently.
#}
{% macro _option_instead(spelling) %}
  {% for instead, names in tablestore._options_with_effect().items() if tablestore._is_named_by(spelling, names) %}
    {{ return(instead) }}
  {% endfor %}
  {{ return(none) }}
{% endmacro %}

{# What to write -> the names of the options, or what they begin with. #}
{% macro _options_with_effect() %}
  {{ return({
    "set 'table.exec.state.ttl', after which rows expire that no commit writes": ['record-level'],
    "partitions do not expire; set 'table.exec.state.ttl', after which rows do": ['partition.expiration-time'],
    "set 'changelog.time-retained'": ['changelog.num-retained'],
    'create tags with dbt run-operation tag': ['tag', 'metastore.tag-to-partition', 'sink.savepoint.auto-tag'],
    "set null_key='keep' in the config": ['primary-key.nullable'],
    "remove it; without 'sequence.field', rows of a later commit replace the stored ones":
        ['sequence.snapshot-ordering'],
    'remove it; tables have no branches': ['branch', 'scan.fallback', 'scan.primary-branch'],
    'remove it; the table has the columns and values of the SELECT': ['blob-as-descriptor', 'blob-descriptor',
        'blob.stored-descriptor', 'blob-field', 'blob-view', 'blob-write-null', 'vector-field', 'table-read',
        'key-value'],
    'set post_hook in the config': ['commit.callback', 'commit.callbacks', 'commit.custom-listeners'],
    'remove it; the catalog decides who can read the table': ['query-auth'],
    'remove it; a keyed model is a table with a primary key': ['type', 'format-table', 'chain-table', 'data-evolution',
        'row-tracking', 'materialized-table'],
  }) }}
{% endmacro %}

{#
  Sets the state TTL of a keyed table in milliseconds, 0 if rows never expire, and what it comes from. The compiled plan
  of the model takes precedence over its config, and the config over the variable of the project.
#}
{% macro _resolve_ttl(given, node, by_plan) %}
  {% set planned = tablestore._planned_ttls({'type': 'keyed-merge'}, node)
      if by_plan and node.config.compiled_plan else {} %}
  {% set project = var('tablestore_state_ttl', none) %}
  {# a dump has all rows as they are, so none is old #}
  {% set project = none if given.options.input == 'full' else project %}
  {% if 'tableState' in planned %}
    {% set ttl, source = planned.tableState, 'plan' %}
  {% elif given.options.state_ttl is not none or project is none %}
    {% set ttl, source = given.options.state_ttl, 'state_ttl' %}
  {% else %}
    {% set ttl, source = tablestore._read_ttl('tablestore_state_ttl', project, given.problems),
        'tablestore_state_ttl' %}
  {% endif %}
  {% do given.options.update({'state_ttl': ttl or 0}) %}
  {% do given.update({'ttl_source': source}) %}
{% endmacro %}
