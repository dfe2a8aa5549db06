{#
  What can keep a reader from following the changes of a table, of which it has the `found` ones: {limit: words}. The
  words follow the name of the table. A reader says which limits matter to it: for a keyed model they are errors, see
  `_problems_of_limits`, and for a materialized view reasons for a full refresh.

    unwritten    there are no changes
    no_before    they lack the rows before each change
    late         they come later than the rows
    gone         their table does not exist any more, which only a command that compiles finds out
    lost         some may be missing
    touched      another program has changed the table
    expires      rows leave the table without a change
    removed      versions have left a history without a change
    cut          so do rows of a materialized view with a LIMIT
    no_feed      a Delta table does not record its changes
    no_versions  the format of a table does not record them
    empty        an Iceberg table has no snapshot yet
    no_key       no key tells which rows a change replaces
    no_times     when a row was written is not known
#}
{% macro _limits(found, relation) %}
  {% set name = tablestore._selected_name(relation) if 'lost' in found or 'touched' in found else none %}
  {% set limits, words = {}, {
    'unwritten': "writes no changelog: set changelog_producer='lookup' in its model, and run that model once",
    'no_before': "has changelog_producer='input', and its changelog lacks the rows before a change: "
      ~ "set changelog_producer='lookup' there",
    'late': "writes its changelog later than its rows: set changelog_producer='lookup'",
    'gone': 'has no changelog: ' ~ relation.identifier ~ '__changelog does not exist any more',
    'lost': 'has a changelog that does not belong to its last commit: changes are lost, or a run is starting it again. '
      ~ 'Run its model, and then this one: dbt run --select ' ~ name,
    'touched': 'was changed by another program after its last commit, and its changelog does not have these changes. '
      ~ 'Run its model, which starts the changelog again, and rebuild its readers: dbt run --select '
      ~ name ~ ', and dbt run --full-refresh --select ' ~ name ~ '+ --exclude ' ~ name,
    'expires': 'has a state_ttl, so rows leave it without a change',
    'removed': 'is a history from which expire_state has removed versions without a change (versions_retained)',
    'cut': 'has a LIMIT, so rows leave it without a change: write the LIMIT in the query that reads it',
    'no_feed': 'has no change feed: alter table ' ~ relation
      ~ " set tblproperties ('delta.enableChangeDataFeed' = 'true')",
    'no_versions': 'is in a format that records no versions: read a keyed table with a changelog_producer, '
      ~ 'a Delta table with a change feed, or an Iceberg table',
    'empty': 'has no rows yet: an Iceberg table records its changes from its first rows on',
    'no_key': 'has no known key: read it through a keyed model of its own, whose SELECT is select * from '
      ~ '{{ tablestore.changelog_normalize(' ~ (tablestore._call_of(relation) if 'no_key' in found)
      ~ ", key='...') }}",
    'no_times': 'does not record when its rows were written, which state_ttl needs: read it through a keyed model',
  } %}
  {% for limit in found %}
    {% do limits.update({limit: words[limit]}) %}
  {% endfor %}
  {{ return(limits) }}
{% endmacro %}

{# How the SELECT of a model names a table: as a source or a ref. #}
{% macro _call_of(relation) %}
  {% set name = relation | string | replace('`', '') | lower %}
  {% for source in graph.get('sources', {}).values()
      if (source.relation_name or '') | replace('`', '') | lower == name %}
    {{ return("source('" ~ source.source_name ~ "', '" ~ source.name ~ "')") }}
  {% endfor %}
  {% set node = tablestore._nodes_of(relation) | first or {'name': relation.identifier} %}
  {% set version = '' if node.get('version') is none else ', v=' ~ (node.version if node.version is number
      else "'" ~ node.version ~ "'") %}
  {{ return("ref('" ~ node.name ~ "'" ~ version ~ ')') }}
{% endmacro %}

{#
  Those of some limits that a table has, as problems.

    known  the table, as `described_upstream` or `readable_upstream` returns it
    needs  what the reader needs them for; none if every reader does
#}
{% macro _problems_of_limits(known, limits, subject, needs=none) %}
  {% set name, problems = 'it' if known.table in subject else known.table, [] %}
  {% for limit in limits if limit in known.limits %}
    {% do problems.append((needs ~ ', and ' if needs else '') ~ name ~ ' ' ~ known.limits[limit]) %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
