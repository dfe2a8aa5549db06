{#
  The options of a materialized view: {refresh_policy, primary_key, on_configuration_change, layout, ignored, state_ttl,
  compiled_plan, verify, table}. `primary_key` are the columns that the model declares, `layout` is what the table with
  its rows is created with, `ignored` which configs have no effect -> why, `state_ttl` how long states without a hint
  are kept, in milliseconds, `verify` after how many commits its rows are compared with its query, none for never, and
  `table` the options of that table, see `view_settings`. Other options of keyed models are refused, because the view
  decides how its rows are stored.
#}
{% macro view_options(node) %}
  {% set config, known, problems = node.config, tablestore._settings_config(node), [] %}
  {% set read = ['changelog_time_retained', 'cluster_by', 'compiled_plan', 'format_version', 'primary_key'] %}
  {% set options = tablestore._config_options(config, tablestore.options(), read, problems) %}
  {% set policies = ['auto', 'incremental', 'incremental_strict', 'full'] %}
  {% set policy = config.get('refresh_policy') or 'auto' %}
  {% if policy not in policies %}
    {% do problems.append("'refresh_policy' is '" ~ policy ~ "'; accepted are " ~ policies | join(', ')
        ~ tablestore._near_names(policy | string, policies)) %}
  {% endif %}
  {% set verify = tablestore._read_verify(config, problems) %}
  {% if not known.table_format %}
    {% do problems.append("file_format '" ~ known.file_format ~ "' cannot hold a materialized view; accepted are "
        ~ tablestore.formats() | join(', ')) %}
  {% endif %}
  {% do problems.extend(tablestore._refused_in_views(config)) %}
  {% set ttl = tablestore._read_state_ttl(node, policy, problems) %}
  {% set layout = {
    'file_format': known.file_format,
    'partition_by': config.get('partition_by') or [],
    'cluster_by': config.get('cluster_by') or [],
  } %}
  {% set ignored = {} %}
  {% do problems.extend(tablestore._config_layout_problems(config, known, ignored)) %}
  {% do layout.update({'format_version': options.format_version} if options.format_version
      and 'format_version' not in ignored else {}) %}
  {% do tablestore._assert_own_reader(node.name, node.compiled_code or '') %}
  {% do tablestore.fail("model '" ~ node.name ~ "'", problems) %}
  {{ return({
    'refresh_policy': policy,
    'primary_key': options.primary_key,
    'state_ttl': ttl,
    'compiled_plan': config.get('compiled_plan'),
    'verify': verify,
    'on_configuration_change': config.get('on_configuration_change') or 'apply',
    'layout': layout,
    'ignored': ignored,
    'table': dict(options, null_key='keep', changelog_producer='lookup', state_ttl=0),
  }) }}
{% endmacro %}

{#
  How long states without a hint are kept, in milliseconds; 0 for no limit. The variable of the project is not about a
  view of which nothing can expire, because it computes all rows in every run.
#}
{% macro _read_state_ttl(node, policy, problems) %}
  {% set config = node.config %}
  {% set project = var('tablestore_state_ttl', none) if policy != 'full' else none %}
  {% set given = project if config.get('state_ttl') is none else config.state_ttl %}
  {% set label = 'tablestore_state_ttl' if config.get('state_ttl') is none else 'state_ttl' %}
  {% set ttl = tablestore._read_ttl(label, given, problems) if given is not none else 0 %}
  {% if ttl and policy == 'full' %}
    {% do problems.append("'" ~ label ~ "' is '" ~ given ~ "', and refresh_policy 'full' computes all rows in every"
        ~ ' run, so nothing expires: remove one of them') %}
  {% endif %}
  {% set kept = config.get('maintenance') %}
  {% for name, value in {label: given, 'changelog_time_retained': config.get('changelog_time_retained'),
      'maintenance.keep_history': kept.get('keep_history') if kept is mapping else none}.items() if value is not none %}
    {% do tablestore._warn_without_unit(node, name, value) %}
  {% endfor %}
  {{ return(ttl or 0) }}
{% endmacro %}

{# The option `verify`, such as `every 50 refreshes`, as a number; none without it. #}
{% macro _read_verify(config, problems) %}
  {% set given = config.get('verify') %}
  {% if given is none or given is sameas false %}
    {{ return(none) }}
  {% endif %}
  {% set text = given | string | trim | lower %}
  {% set found = modules.re.match('(?:every\\s+)?([1-9][0-9]{0,8})(?:\\s+refreshes)?$', text) %}
  {% if not found %}
    {% do problems.append("'verify' is '" ~ given ~ "'; write after how many refreshes the rows are compared with "
        ~ "those of the query, such as 'every 50 refreshes'") %}
    {{ return(none) }}
  {% endif %}
  {{ return(found.group(1) | int) }}
{% endmacro %}

{# Configs that a view does not have, but a keyed model or an incremental one; and names close to those that it has. #}
{% macro _refused_in_views(config) %}
  {% set problems = [] %}
  {% set as_it_is = {'primary_key': config.get('primary_key'), 'changelog_producer': 'lookup',
      'merge_engine': tablestore.options().merge_engine.default} %}
  {% set given = tablestore._options_of_keyed_tables(config) %}
  {% do given.append('unique_key') if config.get('unique_key') %}
  {# each view has a changelog #}
  {% do given.append('changelog_producer') if config.get('changelog_producer') == 'none' %}
  {% for name in given if config.get(name) != as_it_is.get(name) %}
    {# dbt takes no null for a config of its own #}
    {% do problems.append("'" ~ name ~ "' is an option of keyed models, and a materialized view decides itself how its"
        ~ ' rows are stored: remove it; if a folder sets it, write ' ~ name ~ (': []' if name == 'unique_key'
        else ': null') ~ ' in the model') %}
  {% endfor %}
  {% for name in ['incremental_predicates', 'predicates', 'merge_update_columns', 'merge_exclude_columns']
      if config.get(name) %}
    {% do problems.append("'" ~ name ~ "' is a config of incremental models, and has no effect on a materialized view: "
        ~ "remove it") %}
  {% endfor %}
  {% if config.get('sql_header') %}
    {% do problems.append("'sql_header' changes the session of one statement, and a materialized view is also computed"
        ~ " by later refreshes and by the queries of other models: remove it, set Spark's settings in spark_config of"
        ~ ' the profile, and write functions as files of the folder functions') %}
  {% endif %}
  {{ return(problems + tablestore._config_misspellings(config, ['changelog_time_retained', 'cluster_by', 'maintenance',
      'state_ttl', 'format_version', 'compiled_plan', 'primary_key', 'refresh_policy', 'verify'])) }}
{% endmacro %}
