{#
  The name of dbt's adapter: `tablestore`, or `spark` for plain dbt-spark, which has none of what the macros below use.
#}
{% macro _adapter_type() %}
  {{ return(adapter.type()) }}
{% endmacro %}

{#
  How statements are sent, as {is_plain, threads, retries, method}: whether by plain dbt-spark, how many threads share
  one session, and how often a statement is sent again after the connection was lost. A Thrift server can have one
  session for all connections.
#}
{% macro _adapter_sends() %}
  {% set config, method = adapter.config, adapter.config.credentials.method %}
  {% set is_plain, of_server = adapter.type() != 'tablestore', 'spark.sql.hive.thriftServer.singleSession' %}
  {% set shares = (is_plain and method == 'session') or (method == 'thrift' and config.threads > 1
      and tablestore.query_rows('set ' ~ of_server)[0].value | lower == 'true') %}
  {{ return({
    'is_plain': is_plain, 'method': method,
    'threads': config.threads if shares else 1,
    'retries': config.credentials.query_retries or 0 if is_plain and method in ['thrift', 'http'] else 0,
  }) }}
{% endmacro %}

{# The compiled plans of the project. #}
{% macro _adapter_plans() %}
  {{ return(adapter.plans()) }}
{% endmacro %}

{# What dbt-tablestore knows of materialized views. #}
{% macro _adapter_views() %}
  {{ return(adapter.views()) }}
{% endmacro %}

{# What dbt-tablestore knows of the refreshes of materialized views. #}
{% macro _adapter_refreshes() %}
  {{ return(adapter.refreshes()) }}
{% endmacro %}

{# What writes the report page. #}
{% macro _adapter_reports() %}
  {{ return(adapter.reports()) }}
{% endmacro %}

{# Whether Spark runs in one process: then rows that it keeps in memory are there until the run ends. #}
{% macro _adapter_keeps_rows() %}
  {{ return(adapter.session is defined and adapter.session().runs_in_one_process) }}
{% endmacro %}

{# The bytes of a table, as far as Spark knows them without reading it; 0 if it does not. #}
{% macro _adapter_size(relation, format) %}
  {{ return(adapter.tables().size(relation, format) if adapter.tables is defined else 0) }}
{% endmacro %}

{# Whether runs lock the tables that they write. #}
{% macro _adapter_locks() %}
  {{ return(adapter.folder is defined and adapter.folder().locks) }}
{% endmacro %}

{# Whether this run has locked a table, so that no other run writes it. #}
{% macro _adapter_has_lock(relation) %}
  {{ return(adapter.folder is defined and adapter.folder().has_lock(relation)) }}
{% endmacro %}

{# Locks a keyed table of a warehouse folder against other processes. #}
{% macro _adapter_lock(relation) %}
  {% do adapter.folder().lock(relation) if adapter.folder is defined %}
{% endmacro %}

{# Locks a table like `_adapter_lock`; returns why it cannot be locked, none if it is. #}
{% macro _adapter_try_lock(relation) %}
  {{ return(adapter.folder().try_lock(relation) if adapter.folder is defined else none) }}
{% endmacro %}

{# Releases the lock of a table. #}
{% macro _adapter_unlock(relation) %}
  {% do adapter.folder().unlock(relation) if adapter.folder is defined %}
{% endmacro %}

{# The other tables in the folder of a table, in a list; none where no catalog file says it. #}
{% macro _adapter_tables_below(relation) %}
  {{ return(adapter.folder().tables_below(relation) if adapter.folder is defined else none) }}
{% endmacro %}

{# Removes the folders without a file beside a table of commits, and returns how many there were. #}
{% macro _adapter_removed_folders(history, locked) %}
  {{ return(adapter.folder().remove_empty_folders(history, locked) if adapter.folder is defined else 0) }}
{% endmacro %}

{# Runs the statements of a header; plain dbt-spark, which cannot split it, runs it as one. #}
{% macro _adapter_run_header(text) %}
  {% if adapter.session is defined %}
    {% do adapter.session().run_header(text) %}
  {% else %}
    {% do run_query(text) %}
  {% endif %}
{% endmacro %}

{# The rows of a statement, [] if it has failed; none under plain dbt-spark, where it is not executed. #}
{% macro _adapter_rows(statement) %}
  {{ return(adapter.session().attempt_rows(statement) if adapter.session is defined else none) }}
{% endmacro %}

{# The last version of a Delta table, as DESCRIBE HISTORY has it, in a list. #}
{% macro _adapter_last_version(relation) %}
  {% set known = adapter.tables().last_delta_version(relation) if adapter.tables is defined else none %}
  {{ return([known] if known else tablestore.query_rows('describe history ' ~ relation ~ ' limit 1')) }}
{% endmacro %}

{#
  The columns of an Iceberg table, or those at a snapshot, with their ids and those of the fields in them; empty where
  they are not known.
#}
{% macro _adapter_field_ids(relation, snapshot=none) %}
  {{ return(adapter.tables().field_ids(relation, snapshot) if adapter.tables is defined else {}) }}
{% endmacro %}

{# The same with an entry for each field, by its path: `orders.element.price`. #}
{% macro _adapter_field_paths(relation, snapshot=none) %}
  {{ return(adapter.tables().field_paths(relation, snapshot) if adapter.tables is defined else {}) }}
{% endmacro %}

{# Whether an Iceberg table has the columns that it had at a snapshot; false where only statements find that. #}
{% macro _adapter_has_columns_of(relation, snapshot) %}
  {{ return(adapter.tables is defined and adapter.tables().has_columns_of(relation, snapshot)) }}
{% endmacro %}

{#
  The snapshots of an Iceberg table, by their ids: `id`, `parent`, `at`, its time in milliseconds, `operation`,
  `deletes`, the number of its delete files, and `branch`, which only the current snapshot has. The table's log is not
  read: it lacks those of a transaction or a branch that were not the last, although the table has their changes.
#}
{% macro _adapter_snapshots(relation) %}
  {% set known = adapter.tables().snapshots(relation) if adapter.tables is defined else none %}
  {% set query = 'select cast(s.snapshot_id as string) as id, cast(s.parent_id as string) as parent,'
      ~ " unix_millis(s.committed_at) as at, s.operation, coalesce(s.summary['total-delete-files'], '0') as deletes,"
      ~ ' r.name as branch from ' ~ relation ~ '.snapshots as s left join ' ~ relation ~ '.refs as r'
      ~ " on r.snapshot_id = s.snapshot_id and r.name = 'main'" %}
  {% set snapshots = {} %}
  {% for row in (known if known is not none else tablestore.query_rows(query)) %}
    {% do snapshots.update({row.id: row}) %}
  {% endfor %}
  {{ return(snapshots) }}
{% endmacro %}

{# What a snapshot of an Iceberg table says about its rows. #}
{% macro _adapter_summary(relation, snapshot) %}
  {% set known = adapter.tables().snapshot_summary(relation, snapshot) if adapter.tables is defined else none %}
  {% if known %}{{ return(known) }}{% endif %}
  {% set rows = tablestore.query_rows('select to_json(summary) as summary from ' ~ relation
      ~ '.snapshots where snapshot_id = ' ~ snapshot) %}
  {{ return(fromjson(rows[0].summary) if rows else {}) }}
{% endmacro %}

{# Tells dbt's cache of relations which tables are new and which are gone. #}
{% macro _adapter_cache(added, dropped) %}
  {% for relation in added %}
    {% do adapter.cache_added(relation.incorporate(type='table')) %}
  {% endfor %}
  {% for relation in dropped %}
    {% do adapter.cache_dropped(relation) %}
  {% endfor %}
{% endmacro %}

{# Drops a relation. #}
{% macro _adapter_drop(relation) %}
  {% do adapter.drop_relation(relation) %}
{% endmacro %}

{# Creates the schema of a relation, unless there is one. #}
{% macro _adapter_create_schema(relation) %}
  {% do adapter.create_schema(relation) %}
{% endmacro %}

{# Whether a catalog has a schema. #}
{% macro _adapter_has_schema(database, schema) %}
  {{ return(adapter.check_schema_exists(database, schema)) }}
{% endmacro %}

{#
  Configs of dbt and of its adapter. None of them is a misspelled option, however close its name is. The adapter
  dbt-tablestore reads them from the installed dbt. On plain dbt-spark, none of them begins like an option.
#}
{% macro _adapter_configs() %}
  {% set credentials = adapter.config.credentials if adapter is defined else {} %}
  {{ return(credentials.known_model_configs() if credentials.known_model_configs is defined else []) }}
{% endmacro %}

{# A topic of Kafka as it is now, {id, partitions}, or {problem}: what keeps it from being read. #}
{% macro _adapter_topic(topic, properties, times) %}
  {% if adapter.session is not defined %}
    {{ return({'problem': 'it needs the adapter dbt-tablestore, type: tablestore in profiles.yml'}) }}
  {% endif %}
  {{ return(adapter.session().topic(topic, properties, times)) }}
{% endmacro %}

{# A temporary view with the messages of a topic that are between offsets, see `Session.messages`. #}
{% macro _adapter_messages(topic, properties, range) %}
  {{ return(adapter.session().messages(topic, properties, range)) }}
{% endmacro %}
