{#
  Drops what runs have left that nothing needs any more, and returns the lines to print: tables of runs that were killed, see
  `_drop_left_tables`, branches, and, in a warehouse folder, folders without a file. A commit that was left unpublished is
  published before.

    tables  the names of the keyed table and the tables beside it
    locked  whether no other run writes the table
#}
{% macro _drop_leftovers(node, relation, last, tables, locked) %}
  {% set lines = [] %}
  {% set dropped = tablestore._drop_left_tables(relation, last, locked) %}
  {% do tablestore._run(tablestore._left_branches(tables, last.properties['tablestore.format'], last.serial, locked)) %}
  {% for table in dropped %}
    {% do lines.append(node.name ~ ': dropped ' ~ table ~ ', which a run has left behind') %}
  {% endfor %}
  {% set folders = adapter.remove_empty_folders(tablestore._side_table(relation, '__commits', last.side_schema), locked) if adapter.remove_empty_folders is defined %}
  {% if folders %}
    {% do lines.append(node.name ~ ': removed ' ~ folders ~ ' empty folder(s) of tables that were dropped') %}
  {% endif %}
  {{ return(lines) }}
{% endmacro %}
