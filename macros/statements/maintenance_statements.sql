{#
  The statements that maintain tables of one format. Each of them is a commit of the format's own, and changes no row.

    format        the name of the format
    catalog       the catalog of the tables, quoted; none for the current one
    tables        the names of the tables
    keep_history  how long old snapshots or versions can be read, in milliseconds
    now           the time, with a time zone
    sorted        the tables whose rows are sorted
    expires       whether old snapshots or versions are dropped
    cleaned       the tables from whose folders files are removed that killed runs have left
    locked        whether no other run writes the tables; a file that no version has can be one that another run has
                  written and not committed, so files that are younger than a day stay otherwise
#}
{% macro maintenance_statements(format, catalog, tables, keep_history, now, sorted=[], expires=true, cleaned=[],
    locked=false) %}
  {% set statements, how, hour = [], tablestore._format(format), 3600000 %}
  {% set values = {
    'catalog': catalog ~ '.' if catalog else '',
    'before': tablestore._time_before(now, keep_history),
    'day_ago': tablestore._time_before(now, [keep_history, 25 * hour] | max),
    'hours': [(keep_history + hour - 1) // hour, 0 if locked else 25] | max,
  } %}
  {% for table in tables %}
    {% for statement in how.compaction + (how.expiry if expires else []) + (how.cleaning if table in cleaned else []) %}
      {% set text = namespace(sql=statement.sql | replace('{table}', table) | replace('{sorts}', how.sorts
          if table in sorted else '')) %}
      {% for name, value in values.items() %}
        {% set text.sql = text.sql | replace('{' ~ name ~ '}', value) %}
      {% endfor %}
      {% do statements.append(dict(statement, sql=text.sql | replace('{name}', tablestore.string_literal(table)))) %}
    {% endfor %}
  {% endfor %}
  {{ return(statements) }}
{% endmacro %}
