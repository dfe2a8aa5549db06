{#
  Maintains the tables of a model after every so many commits, see `_read_maintenance` and `_attempt`.
#}
{% macro _maintain(plan, relation, last, commit) %}
  {% set settings = plan.options.maintenance %}
  {% if not settings or commit.number % settings.compact_every %}
    {{ return([]) }}
  {% endif %}
  {% set tables, now = [plan.table, plan.history_table] + tablestore._log_tables(plan.changelog), tablestore._utc_now() %}
  {% set expired_at = last.properties.get('tablestore.expired-at') %}
  {% set expires = expired_at and tablestore._is_over(expired_at, [settings.keep_history, 86400000] | min, now) %}
  {% do tablestore._drop_left_tables(relation, last, adapter.folder is defined and adapter.folder().has_lock(relation)) %}
  {% set statements = tablestore._left_branches(tables, plan.format, last.serial) + tablestore.maintenance_statements(plan.format, plan.catalog, tables, settings.keep_history, now,
      sorted=[plan.table] if plan.layout.cluster_by else [], expires=expires) %}
  {% if expires or not expired_at %}
    {% do statements.append(tablestore.properties_statement(plan, {'tablestore.expired-at': now.isoformat()})) %}
  {% endif %}
  {{ return(tablestore._attempt(plan, statements)) }}
{% endmacro %}

{# Whether so many milliseconds have passed since a time. #}
{% macro _is_over(time, milliseconds, now) %}
  {{ return(modules.datetime.datetime.fromisoformat(time) + modules.datetime.timedelta(milliseconds=milliseconds) <= now) }}
{% endmacro %}
