{#
  Whether neither the view nor its inputs have changed since the last refresh, by one look-up per input. If this is
  false, the query is planned, and the inputs are looked at more closely.
#}
{% macro tablestore_view_is_unchanged(options, existing, last) %}
  {% set known = fromjson(last.properties.get('tablestore.view-inputs', 'null')) %}
  {% if not known or not existing or existing.type != 'materialized_view'
      or should_full_refresh() or options.refresh_policy == 'full' or last.ttl is not none
      or last.touched or not tablestore_has_views_of_changes(this, last.side_schema) %}
    {{ return(false) }}
  {% endif %}
  {# a commit of an earlier release has not recorded them #}
  {% set texts = last.properties.get('tablestore.view-texts') %}
  {% if texts and texts != last.properties.get('tablestore.created-texts') %}
    {{ return(false) }}
  {% endif %}
  {# a view gets its comments when it is created #}
  {% if config.persist_relation_docs() or config.persist_column_docs() %}
    {{ return(false) }}
  {% endif %}
  {# a view of an earlier release has recorded less #}
  {% set session = tablestore_view_session() %}
  {% set recorded = dict({'primary_key': none, 'session': session}, **fromjson(last.properties['tablestore.view'])) %}
  {% if known.text != tablestore_view_text(options)
      or dict(recorded, session=session, **tablestore_view_options_recorded(options)) != recorded %}
    {{ return(false) }}
  {% endif %}
  {% for name, position in known.positions.items()
      if position != tablestore_view_position(adapter.tables().named(name)) %}
    {{ return(false) }}
  {% endfor %}
  {{ return(true) }}
{% endmacro %}

{# A checksum of the query of a view, of how it is planned, and of what limits its states. #}
{% macro tablestore_view_text(options) %}
  {% set plan = tojson(adapter.plans().configured(model).content) if options.compiled_plan else '' %}
  {{ return(adapter.views().checksum(compiled_code ~ (options.state_ttl or '') ~ plan)) }}
{% endmacro %}

{# What is recorded of the options of a view. #}
{% macro tablestore_view_options_recorded(options) %}
  {{ return(dict(options.layout, refresh_policy=options.refresh_policy, primary_key=options.primary_key or none)) }}
{% endmacro %}

{# The settings of the session on which the rows of every view can depend. #}
{% macro tablestore_view_session() %}
  {{ return(dict(adapter.session().settings_of_values(), **{
    'time zone': adapter.session().setting('spark.sql.session.timeZone'),
    'ANSI mode': adapter.session().setting('spark.sql.ansi.enabled'),
  })) }}
{% endmacro %}

{#
  The state of an input: the last commit of a keyed table or view, or the current snapshot of an Iceberg table; none if
  not known.
#}
{% macro tablestore_view_position(relation) %}
  {% set found = load_relation(relation) %}
  {% if found is none %}
    {{ return(none) }}
  {% endif %}
  {# the last refresh has found out whether its rows are those of a materialized view #}
  {% set stored = tablestore.rows_of_view(relation) if found.type == 'materialized_view' else relation %}
  {{ return(tablestore_position_of(stored, tablestore.last_commit(stored, true))) }}
{% endmacro %}

{# The same, given the last commit or the properties of the table. Columns can change without a commit. #}
{% macro tablestore_position_of(table, last) %}
  {% set touched = tablestore.touched_since(table, last) %}
  {% set at = last.epoch ~ ':' ~ last.number ~ (':' ~ touched.at if touched else '') if last.epoch
      else last.properties.get('current-snapshot-id') %}
  {% if at is none or last.ttl %}
    {{ return(none) }}
  {% endif %}
  {% set columns, ids = [], adapter.tables().field_ids(table) %}
  {% for column in adapter.columns().recorded(table) or adapter.get_columns_in_relation(table) %}
    {% do columns.append(column.name ~ ' ' ~ column.dtype ~ ' ' ~ ids.get(column.name, '')) %}
  {% endfor %}
  {{ return(at ~ ':' ~ local_md5(columns | join(', '))) }}
{% endmacro %}
