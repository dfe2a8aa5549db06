{#
  Whether the messages empty their table, as text that only such a message has. It is searched when the model is
  compiled, so that messages are only parsed again, to delete all keys, if there is a truncate.
#}
{% macro _finds_truncates(stream, decoder, options) %}
  {% if not stream.types or not decoder.truncates %}
    {{ return(false) }}
  {% endif %}
  {% set pattern = '"(op|__op|op_type|type|operation)"\\s*:\\s*"' ~ decoder.truncates[0] ~ '"' %}
  {% set found = tablestore.query_rows('select 1 as found from ' ~ stream.rows ~ ' where '
      ~ (stream.conditions + [stream.value ~ ' rlike ' ~ tablestore.string_literal(pattern)]) | join(' and ')
      ~ ' limit 1') | length > 0 %}
  {% do tablestore.fail(options.subject, tablestore._several_tables(stream, options)) if found %}
  {{ return(found) }}
{% endmacro %}

{# The problem that messages with a truncate are of several tables: the rows of the others would be deleted, too. #}
{% macro _several_tables(stream, options) %}
  {% set paths, names, conditions = tablestore._stream_paths()[options.format], [], [] %}
  {% for field in ['db', 'owner', 'tab'] if paths[field] and not (field == 'owner' and paths.owner == paths.tab) %}
    {% set name = tablestore._first_path(stream.value, paths[field], paths.wraps or false) %}
    {% do names.append(name) %}
    {% do conditions.append(name ~ ' is not null') if field == 'tab' %}
  {% endfor %}
  {% do conditions.extend(tablestore._include_conditions(stream, options)) %}
  {# a change of a schema can name several tables #}
  {% do conditions.append(tablestore._first_path(stream.value, ['$.op'], true) ~ ' is not null')
      if options.format == 'debezium-json' %}
  {% set tables = tablestore.query_rows("select distinct concat_ws('.', " ~ names | join(', ') ~ ') as found from '
      ~ stream.rows ~ ' where ' ~ (stream.conditions + conditions) | join(' and ') ~ ' order by found limit 20') %}
  {{ return(["truncates: 'apply' deletes all rows of the model, and the messages are of several tables, "
      ~ tables | map(attribute='found') | join(', ') ~ ': read one of them, with table_include and database_include '
      ~ "or by filtering the relation, or write truncates='skip'"] if tables | length > 1 else []) }}
{% endmacro %}

{#
  The changes with the deletes of truncates: each key of the table and of the changes is deleted in the place of the
  last truncate, so changes after it remain. A history ends versions at each truncate, of the keys that are there by
  then: also when a truncate comes again after other keys.

    rows      the typed changes, as what follows FROM
    messages  the parsed messages, as what follows FROM
    stored    the table with the rows so far; none if there is none
#}
{% macro _with_truncates(rows, types, messages, stored, decoder, options) %}
{%- set keys, lower_keys, selected = tablestore._quoted(options.primary_key), [], [] %}
{%- for key in keys %}
  {%- do lower_keys.append(tablestore._unquoted(key) | lower) %}
{%- endfor %}
{%- for name, type in types.items() %}
  {%- set column = tablestore._quote(name, exact=true) %}
  {%- do selected.append(column if name | lower in lower_keys else 'cast(null as ' ~ type ~ ') as ' ~ column) %}
{%- endfor %}
{%- set since = tablestore._since_of_stored(stored, options) if stored and options.versions %}
{%- set conditions = [tablestore._is_one_of(decoder.op, decoder.truncates)] %}
{%- for name in ['database', 'table'] if options[name ~ '_include'] %}
  {%- do conditions.append(tablestore._is_included(decoder, options, name)) %}
{%- endfor %}
(
  select *
  from {{ tablestore._indent(rows, 2) }}
  union all
  select {{ (selected + ["'-D' as _row_kind"] + tablestore._cdc_added(options)[1:]) | join(', ') }}
  from (
    {{ tablestore._indent(tablestore._keys_before_truncates(rows, keys, stored, since, options) | trim, 4) }}
  )
  cross join (
  {%- set order = tablestore._cdc_order(decoder) %}
    select {{ order if options.versions else 'max(' ~ order ~ ')' }} as _cdc_order
    {%- if options.time_column %},
      {{ decoder.time if options.versions else 'max_by(' ~ decoder.time ~ ', ' ~ order ~ ')' }} as
      {{- ' ' ~ tablestore._quote(options.time_column) }}
    {%- endif %}
    from (select *, 0 as n, '0' as _n from {{ tablestore._indent(messages, 4) }})
    where {{ conditions | join(' and ') }}
  )
  where {{ '_cdc_order is not null' if not options.versions
      else '_first < _cdc_order' ~ (' or _since <= ' ~ since.at if since else '') }}
)
{%- endmacro %}

{#
  What says since when a history has a stored key, as {column, at}: a column of its table, and the one of the changes
  that it is taken from. If the SELECT makes the time of versions otherwise, a truncate counts for all stored keys.
#}
{% macro _since_of_stored(stored, options) %}
  {% set at = options.versions.at %}
  {% if options.versions.valid_from | lower in tablestore._known_types(stored) %}
    {% set column = tablestore._quote(options.versions.valid_from) %}
    {% if options.time_column and at == options.time_column | lower %}
      {{ return({'column': column, 'at': tablestore._quote(options.time_column)}) }}
    {% elif at == '_cdc_order' %}
      {{ return({'column': column, 'at': '_cdc_order'}) }}
    {% endif %}
  {% endif %}
  {{ return({'column': 'true', 'at': 'true'}) }}
{% endmacro %}

{#
  The keys that a truncate may delete; in a history with `_first`, the order of their first change in the batch, and, if
  there are stored keys, `_since`, see `_since_of_stored`.
#}
{% macro _keys_before_truncates(rows, keys, stored, since, options) %}
{%- set names = keys | join(', ') %}
{%- if options.versions and stored %}
select {{ names }}, min(_first) as _first, min(_since) as _since
from (
  select {{ names }}, _cdc_order as _first, null as _since from {{ tablestore._indent(rows, 2) }}
  union all
  select {{ names }}, null as _first, {{ since.column }} as _since from {{ stored }}
)
group by {{ names }}
{%- elif options.versions %}
select {{ names }}, min(_cdc_order) as _first from {{ tablestore._indent(rows, 2) }}
group by {{ names }}
{%- else %}
select {{ 'distinct ' if not stored }}{{ names }} from {{ rows }}
  {%- if stored %}
union
select {{ names }} from {{ stored }}
  {%- endif %}
{%- endif %}
{%- endmacro %}
