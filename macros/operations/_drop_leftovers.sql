{#
  Drops what runs have left that nothing needs any more, and returns the lines to print: claims of commits that are sealed, staged
  rows of runs that were killed, see `_drop_left_tables`, branches, and, in a warehouse folder, folders without a file. A commit
  that was left unfinished is completed before.

    tables  the names of the keyed table and the tables beside it
    locked  whether no other run writes the table
#}
{% macro _drop_leftovers(node, relation, last, tables, locked) %}
  {% set format, lines = tablestore.formats()[last.properties['tablestore.format']], [] %}
  {% set dropped = tablestore._drop_left_tables(relation, last, locked, every=1) %}
  {% for claim in tablestore._left_claims(relation, last) %}
    {% do tablestore._run([format.drop_claim | replace('{claim}', claim)]) %}
    {% do dropped.append(claim) %}
  {% endfor %}
  {% do tablestore._run(tablestore._left_branches(tables, last.properties['tablestore.format'])) %}
  {% for table in dropped %}
    {% do lines.append(node.name ~ ': dropped ' ~ table ~ ', which a run has left') %}
  {% endfor %}
  {% set folders = adapter.remove_empty_folders(tablestore._side_table(relation, '__commits', last.side_schema), locked) if adapter.remove_empty_folders is defined %}
  {% if folders %}
    {% do lines.append(node.name ~ ': removed ' ~ folders ~ ' empty folder(s) of tables that were dropped') %}
  {% endif %}
  {{ return(lines) }}
{% endmacro %}

{# The claims of commits up to the last one, and of other builds of the table: names. #}
{% macro _left_claims(relation, last) %}
  {% set found, beginning = [], tablestore._side_table(relation, '__claim_', last.side_schema) %}
  {% set name = modules.re.compile(modules.re.escape(beginning.identifier | lower) ~ '(\\d+)_(new|[0-9a-f]{8})$') %}
  {% for row in tablestore._rows('show tables in ' ~ beginning.include(identifier=false)) %}
    {% set parts = name.match(row.tableName | lower) %}
    {% if parts and (parts.group(2) != last.epoch[:8] or parts.group(1) | int <= last.number) %}
      {% do found.append(beginning.incorporate(path={'identifier': row.tableName}) | string) %}
    {% endif %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}
