{#
  An insert of a commit that can be executed twice, also by two runs at the same time, and inserts its rows once: it replaces
  the rows of the commit, or has a transaction identifier.

    columns   the columns of the table in their order, because an insert that replaces cannot name them
    replaced  the condition of the rows of this commit
#}
{% macro _insert_once(plan, commit, table, columns, replaced) %}
  {% set options = tablestore.formats()[plan.format].insert_options %}
  {% if options %}
    {{ return('insert into ' ~ table ~ ' ' ~ options | replace('{id}', commit.properties['tablestore.staged'])
        | replace('{number}', commit.number) ~ ' (' ~ tablestore._wrapped(columns, 2) ~ ')') }}
  {% endif %}
  {{ return('insert into ' ~ table ~ '\nreplace where ' ~ replaced) }}
{% endmacro %}
