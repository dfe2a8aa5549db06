{#
  The tables that exist with groups of a view, by their numbers. They are copies, with which a refresh takes less time,
  see `operators/stored_groups.py` of the adapter. Only a Spark in one process stores them. Elsewhere, statements would
  find out that there is none, so they are looked for only if the last commit has recorded groups.
#}
{% macro tablestore_group_tables(table, last) %}
  {% set found = {} %}
  {% set are_likely = adapter.session().runs_in_one_process
      or last.properties.get('tablestore.view-groups', '{}') != '{}' %}
  {% for number in adapter.refreshes().group_tables if are_likely %}
    {% set stored = load_relation(tablestore_group_table(table, number, last)) %}
    {% do found.update({number: stored | string}) if stored %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}

{% macro tablestore_group_table(table, number, last) %}
  {{ return(tablestore.side_table(table, '__groups_' ~ number, last.side_schema).incorporate(type='table')) }}
{% endmacro %}

{#
  Stores the groups of a refresh after its commit, and drops tables whose groups this has not recorded. The commit is
  complete, and the next refresh computes groups again that are not there, so an error is a warning.
#}
{% macro tablestore_store_groups(refresh, options, table, last) %}
  {% set queries = {} %}
  {% for number in tablestore_group_tables(table, last) if not refresh.keeps(number) %}
    {% do queries.update({number: none}) %}
  {% endfor %}
  {% for write in refresh.writes %}
    {% do queries.update({write.number: write.query}) %}
  {% endfor %}
  {% for number, query in queries.items() %}
    {% set stored = tablestore_group_table(table, number, last) %}
    {% set statements = tablestore.copy_statements(options.layout.file_format, stored, query) %}
    {% set problem = adapter.session().attempt(statements, false).problem %}
    {% if problem %}
      {% do tablestore.warn(model.name ~ ': the commit is complete, but ' ~ stored ~ ' was not written: ' ~ problem) %}
    {% elif query is none %}
      {% do adapter.cache_dropped(stored) %}
    {% else %}
      {% do adapter.cache_added(stored) %}
    {% endif %}
  {% endfor %}
{% endmacro %}
