{#
  The rows that were appended to a relation, as {rows, conditions, hidden}: what follows FROM, conditions, and quoted
  columns that do not belong to the rows. In the changes of a table, the rows that were deleted are not messages: a
  stream is landed by appending, and old messages are deleted when they are no longer needed. A commit that deletes
  messages and inserts them again, as INSERT OVERWRITE does, has not appended these. To find them takes another scan, so
  only models do in which a message counts again.

    places  the columns that say which message a row is; empty if only the whole row does
#}
{% macro _appended(relation, places=[]) %}
  {% set rows = tablestore._table_expression(relation) %}
  {% if '_row_kind' not in rows %}
    {{ return({'rows': rows, 'conditions': [], 'hidden': []}) }}
  {% endif %}
  {% set counts_again = tablestore._compiled_keys().added_again %}
  {% set columns = tablestore._known_types(relation).keys() | list if counts_again else [] %}
  {% set query = 'select 1 as found from ' ~ rows ~ " where _row_kind in ('-U', '-D') limit 1" %}
  {% if '_commit' in columns and tablestore.query_rows(query) %}
    {% set of_row = columns | reject('in', ['_row_kind', '_commit', '_committed_at']) | list %}
    {% set rows = tablestore._not_repeated(rows, places or of_row) | trim %}
  {% endif %}
  {{ return({'rows': rows, 'conditions': ["_row_kind in ('+I', '+U')"], 'hidden': ['_row_kind']}) }}
{% endmacro %}

{# The changes without an inserted row for each row of its commit that was deleted and is the same message. #}
{% macro _not_repeated(rows, names) %}
{%- set columns = [] %}
{%- for name in names %}
  {%- do columns.append(tablestore._quote(name, exact=true)) %}
{%- endfor %}
{# as text, because some types do not compare #}
{%- set message = 'to_json(struct(' ~ columns | join(', ') ~ '))' %}
(
  select * except (_deleted, _nth)
  from (
    select
      *,
      count_if(_row_kind in ('-U', '-D')) over (partition by _commit, {{ message }}) as _deleted,
      row_number() over (
        partition by _commit, {{ message }}
        order by if(_row_kind in ('-U', '-D'), 1, 2)
      ) as _nth
    from {{ tablestore._indent(rows, 4) }}
  )
  where _nth > 2 * _deleted
)
{%- endmacro %}
