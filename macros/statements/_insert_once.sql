{#
  The statements of an insert of a commit that can be executed twice, also by two runs at the same time, and inserts its rows
  once: it has a transaction identifier, or replaces the rows of the commit.

    columns   the columns of the table in their order, because an insert that replaces cannot name them
    replaced  the condition of the rows of this commit
    rows      the query, or VALUES
    again     true when an earlier run may have inserted them: then they may be in a file with other rows, after a compaction,
              and an insert can only replace whole files. A branch has the delete and the insert, so that nobody sees one of them
#}
{% macro _insert_once(plan, commit, table, columns, replaced, rows, again) %}
  {% set options = tablestore.formats()[plan.format].insert_options %}
  {% if options %}
    {{ return(['insert into ' ~ table ~ ' ' ~ options | replace('{id}', commit.properties['tablestore.staged'])
        | replace('{number}', commit.number) ~ ' (' ~ tablestore._wrapped(columns, 2) ~ ')\n' ~ rows]) }}
  {% elif not again %}
    {{ return(['insert into ' ~ table ~ '\nreplace where ' ~ replaced ~ '\n' ~ rows]) }}
  {% endif %}
  {% set branch = tablestore._branch_of(plan, table) %}
  {{ return(tablestore._on_branch(plan, table, ['delete from ' ~ branch ~ ' where ' ~ replaced, 'insert into ' ~ branch ~ '\n' ~ rows])) }}
{% endmacro %}
