{#
  Those of dbt's own configs that a keyed table depends on. Only this room reads the configuration of models.
#}
{% macro _config_of(node) %}
  {% set config = node.config %}
  {{ return({
    'materialized': config.materialized,
    'file_format': config.file_format or target.get('file_format') or 'iceberg',
    'on_schema_change': config.on_schema_change,
    'contract': (config.contract or {}).get('enforced', false),
    'not_null_columns': tablestore._not_null_columns(node) if (config.contract or {}).get('enforced') else [],
    'compiled_plan': config.compiled_plan,
    'grants': config.get('grants'),
    'sql_header': config.get('sql_header'),
    'merge_tests': (config.meta or {}).get('merge_tests', []),
  }) }}
{% endmacro %}

{# The columns, in lower case, that an enforced contract declares NOT NULL. #}
{% macro _not_null_columns(node) %}
  {% set names = [] %}
  {% for column in node.columns.values() if 'not_null' in column.constraints | map(attribute='type') | list %}
    {% do names.append(column.name | lower) %}
  {% endfor %}
  {{ return(names) }}
{% endmacro %}

{# The options of a registry as a config has them, typed: those of `names`, and the defaults of all others. #}
{% macro _config_options(config, registry, names, problems) %}
  {% set options = {} %}
  {% for name, option in registry.items() %}
    {% set given = config.get(name) if name in names else none %}
    {% do options.update({name: option.default if given is none
        else tablestore._read_value(name, option, given, problems)}) %}
  {% endfor %}
  {% do options.update({'maintenance': tablestore._read_maintenance(config.get('maintenance'), problems)}) %}
  {% if 'fuse' in names and config.get('fuse') is not none %}
    {% do options.update({'fuse': tablestore._read_fuse(config.fuse, problems)}) %}
  {% endif %}
  {{ return(options) }}
{% endmacro %}

{#
  The fuse of a keyed model, {max_deleted}: which share of its stored rows a batch may delete; none without a fuse. What
  it does not accept is added to `problems`.
#}
{% macro _read_fuse(given, problems) %}
  {% set example = 'write a mapping such as {max_deleted: 0.5}' %}
  {% if given is sameas false %}
    {{ return(none) }}
  {% elif given is not mapping or not given %}
    {% do problems.append("'fuse' is '" ~ given ~ "'; " ~ example ~ ', or false') %}
    {{ return(none) }}
  {% endif %}
  {% for key in given if key != 'max_deleted' %}
    {% do problems.append("'fuse' has the key '" ~ key ~ "'; accepted is max_deleted"
        ~ tablestore._near_names(key, ['max_deleted'])) %}
  {% endfor %}
  {% set text = given.get('max_deleted', '') | string | trim %}
  {% if 'max_deleted' in given and not modules.re.match('(0(\\.[0-9]*)?|1(\\.0*)?|\\.[0-9]+)$', text) %}
    {% do problems.append("'fuse.max_deleted' is '" ~ given.max_deleted
        ~ "'; write a share of the stored rows from 0 to 1, such as 0.5") %}
  {% endif %}
  {{ return({'max_deleted': text | float}) }}
{% endmacro %}

{# Problems of the config of a keyed model that do not depend on its columns; `ignored`: see below. #}
{% macro _config_problems(node, known, registry, ignored) %}
  {% set config, problems = node.config, [] %}
  {% set strategy = config.get('incremental_strategy') %}
  {% if strategy and strategy not in ['merge', 'microbatch'] %}
    {% do problems.append("incremental_strategy '" ~ strategy ~ "' cannot be combined with a primary key: remove it, "
        ~ "or remove primary_key and merge_engine; accepted are merge and microbatch; if a folder sets it, write "
        ~ "incremental_strategy='merge'") %}
  {% endif %}
  {% if config.get('unique_key') %}
    {% do problems.append("'unique_key' cannot be combined with the options of a keyed model: write primary_key"
        ~ " instead; if a folder sets it, write unique_key=[]") %}
  {% endif %}
  {% for name in ['incremental_predicates', 'predicates'] if config.get(name) %}
    {% do problems.append("'" ~ name
        ~ "' has no effect on a keyed model, whose merge finds rows by their key: remove it") %}
  {% endfor %}
  {% for name in ['merge_update_columns', 'merge_exclude_columns'] if config.get(name) %}
    {% do problems.append("'" ~ name
        ~ "' has no effect on a keyed model, whose merge_engine decides which columns a row updates: remove it") %}
  {% endfor %}
  {% set modes = ['ignore', 'fail', 'append_new_columns', 'sync_all_columns'] %}
  {% if config.get('on_schema_change') is not none and config.get('on_schema_change') not in modes %}
    {% do problems.append("'on_schema_change' is '" ~ config.get('on_schema_change') ~ "'; accepted are "
        ~ modes | join(', ')
        ~ tablestore._near_names(config.get('on_schema_change'), modes)) %}
  {% endif %}
  {% do problems.extend(tablestore._config_layout_problems(config, known, ignored)) %}
  {% do problems.extend(tablestore._snapshot_problems(config)) if config.get('scd_type') | string == '2' %}
  {% if not known.table_format %}
    {% do problems.append("file_format '" ~ known.file_format ~ "' cannot hold a keyed table; accepted are "
        ~ tablestore.formats().keys() | join(', ')) %}
  {% endif %}
  {{ return(problems + tablestore._config_misspellings(config, registry.keys() | list + ['fields', 'table_options'],
      begun=true)) }}
{% endmacro %}

{# The configs of a snapshot that a history has under other names, as when a snapshot becomes a model. #}
{% macro _snapshot_problems(config) %}
  {% set problems, instead = [], {'strategy': 'remove it', 'check_cols': 'write track_history',
      'updated_at': 'write sequence_field', 'invalidate_hard_deletes': 'write hard_deletes'} %}
  {% for name, advice in instead.items() if config.get(name) is not none %}
    {% do problems.append("'" ~ name ~ "' is a config of dbt's snapshots and has no effect with scd_type=2: "
        ~ advice) %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{#
  Names that are close to an accepted one: dbt does not report configs that it does not know. Other names belong to dbt,
  to its adapter or to the user. With `begun`, also those with which the name of an option begins that is not given.
#}
{% macro _config_misspellings(config, accepted, begun=false) %}
  {% set problems, others = [], tablestore._adapter_configs() %}
  {% for name in config if name not in accepted and name not in others %}
    {% set longer = [] %}
    {% for option in accepted if begun and option.startswith(name | lower ~ '_') and option not in config %}
      {% do longer.append(option) %}
    {% endfor %}
    {% set near = tablestore._near_names(name, accepted, misspelled=true)
        or tablestore._near_names(name, longer) %}
    {% do problems.append("config '" ~ name ~ "' is not an option" ~ near
        ~ " Put a setting of your own under meta") if near %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{#
  Problems of the configs that lay out the table. Their types are those of dbt-spark. Those of tables of another kind,
  which a folder can have for all of its models, are `ignored`, with the reason: no row depends on them.

    known  {file_format, table_format}: the name of the format, and its record
#}
{% macro _config_layout_problems(config, known, ignored) %}
  {% set problems, properties = [], config.get('tblproperties') %}
  {% if properties is not none and properties is not mapping %}
    {% do problems.append("'tblproperties' is '" ~ properties
        ~ "'; write a mapping such as {'write.parquet.compression-codec': 'zstd'}") %}
  {% endif %}
  {% for name in ['partition_by', 'clustered_by'] if config.get(name) is not none
      and tablestore._as_list(config.get(name)) | reject('string') | list %}
    {% do problems.append("'" ~ name ~ "' is '" ~ config.get(name)
        ~ "'; write a column name or a list of column names") %}
  {% endfor %}
  {% set buckets = config.get('buckets') %}
  {% if config.get('clustered_by') and not modules.re.match('[1-9][0-9]*$', buckets | string) %}
    {% do problems.append("'clustered_by' needs the number of buckets, and 'buckets' is '" ~ buckets
        ~ "'; write a positive integer, buckets=16, or cluster_by to sort the rows of files") %}
  {% elif buckets is not none and not config.get('clustered_by') %}
    {% do problems.append("'buckets' has no effect without clustered_by: add it, or remove buckets") %}
  {% endif %}
  {% if config.get('cluster_by') and known.file_format == 'delta'
      and (config.get('partition_by') or config.get('clustered_by')) %}
    {% do problems.append("'cluster_by' cannot be combined with partition_by or clustered_by on Delta: remove one of"
        ~ " them") %}
  {% endif %}
  {% if config.get('location_root') is not none and config.get('location_root') is not string %}
    {% do problems.append("'location_root' is '" ~ config.get('location_root') ~ "'; write a path or a URI") %}
  {% endif %}
  {% if config.get('format_version') is not none %}
    {% do problems.extend(tablestore._version_problems(config.format_version, properties, known, ignored)) %}
  {% endif %}
  {% do ignored.update({'options': 'the table is created without OPTIONS: write tblproperties'})
      if config.get('options') %}
  {{ return(problems) }}
{% endmacro %}

{# Problems of `format_version`, the version of the table's format. A model can also give it as a table property. #}
{% macro _version_problems(version, properties, known, ignored) %}
  {% set label, property = "'format_version' is '" ~ version ~ "', and ", known.table_format.version_property %}
  {% set others = properties if properties is mapping else {} %}
  {% if not property %}
    {% do ignored.update({'format_version': "it is an option of Iceberg, and file_format is '" ~ known.file_format
        ~ "'"}) %}
  {% elif property in others and others[property] | string != version | string %}
    {{ return([label ~ "tblproperties has '" ~ property ~ "': '" ~ others[property] ~ "': remove one of them"]) }}
  {% endif %}
  {{ return([]) }}
{% endmacro %}
