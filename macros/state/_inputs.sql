{#
  What an operator reads, per input:

    name           left, right or input: what its rows are called in the query
    key            the columns the operator works by, quoted
    rows           all of its rows, as they stand after FROM
    columns, keys  its columns and its primary key, quoted
    upstream       where its changes are
    after          up to which commit they were read; none when nothing was

  In a keyed model `after` is there from the second run on; in a table or a view, in a unit test and before the tables are
  there it is not.
#}
{% macro _inputs(given, consumer, subject) %}
  {% set inputs, reader = [], namespace(is=none) %}
  {% if execute %}
    {% set reader.is = tablestore._reader(consumer, subject) %}
  {% endif %}
  {% for input in given %}
    {% if not execute or input.relation.is_cte or not load_relation(input.relation) %}
      {% do inputs.append(dict(input, rows=input.relation, columns=[], keys=[], upstream={}, after=none, mark='')) %}
    {% else %}
      {% do inputs.append(tablestore._input(input, reader.is, subject)) %}
    {% endif %}
  {% endfor %}
  {{ return(inputs) }}
{% endmacro %}

{% macro _input(input, reader, subject) %}
  {% set upstream = tablestore._upstream(input.relation, subject) %}
  {% set plain = not upstream['keys'] %}
  {% if upstream.no_before and not (plain and input.normalized) %}
    {% do tablestore._fail(subject, [upstream.table ~ ': ' ~ upstream.no_before ~ '; an operator goes back to the rows before a change. '
        ~ ("Read it through a keyed model of its own, whose SELECT is tablestore.changelog_normalize(" ~ input.relation.identifier ~ ", key='...')"
        if plain else "Set changelog_producer='lookup' there")]) %}
  {% endif %}
  {% if plain %}
    {% do upstream.update({'keys': input['key']}) %}
  {% elif input.normalized and input['key'] | map('lower') | sort | list != upstream['keys'] | map('lower') | sort | list %}
    {% do tablestore._fail(subject, ["key: the changes of " ~ upstream.table ~ ' are by its primary key: write ' ~ upstream['keys']]) %}
  {% endif %}
  {% set after = tablestore._position(upstream, reader) if upstream.limit is none else none %}
  {% if after is not none %}
    {% do tablestore._fail(subject, tablestore._range_problems(upstream, after, upstream.until, reader)) %}
  {% endif %}
  {% set columns = tablestore._upstream_columns(upstream) %}
  {% do tablestore._fail(subject, tablestore._no_columns_of(input, columns.all)) %}
  {{ return(dict(input, rows=tablestore._snapshot_rows(upstream), columns=columns.all, keys=columns['keys'], upstream=upstream,
      after=after, mark=tablestore._read_mark(upstream, reader, after))) }}
{% endmacro %}

{# The columns an operator works by that its input does not have. #}
{% macro _no_columns_of(input, columns) %}
  {% set problems, known = [], columns | map('lower') | list %}
  {% for column in input['key'] if tablestore._quote(column) | lower not in known %}
    {% do problems.append(input.argument ~ ": '" ~ column ~ "' is no column of " ~ input.relation
        ~ tablestore._near_names(column, columns | map('replace', '`', '') | list)) %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
