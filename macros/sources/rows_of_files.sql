{#
  The rows of files, with `_file_path` and `_file_position`: a text that sorts like the rows of a file, and is a number
  in Parquet. Spark splits files of lines, and numbers the rows of each part in their order.

    place      what follows the format in FROM; none if there is no folder
    condition  which files, as SQL
    paths      the same as a list
#}
{% macro rows_of_files(place, format, columns, condition, listing, paths, subject) %}
{%- set numbers = "lpad(_metadata.file_block_start, 20, '0'), ' ', lpad(monotonically_increasing_id(), 20, '0')" %}
{%- set position = "lpad(_metadata.row_index, 20, '0')" if format == 'parquet' else 'concat(' ~ numbers ~ ')' %}
{%- set is_lines = format in ['text', 'json'] %}
{%- set files %}
select
  {{ 'value' if is_lines else '*' }},
  _metadata.file_path as _file_path,
  {{ position }} as _file_position
from {{ 'text' if is_lines else format }}.{{ place }}
where {{ condition }}
{%- endset %}
{%- if not place %}
{{ tablestore._no_rows_of_files({'value': 'string'} if format == 'text' else columns) | trim }}
  {%- do tablestore._assert_files_exist(none, format, subject) if not is_lines and not columns %}
{%- elif format == 'json' %}
  {%- do tablestore._log_folders(paths, columns, subject) %}
{{ tablestore._parsed_lines(files | trim, columns, subject) | trim }}
{%- elif is_lines or not columns %}
  {%- do tablestore._assert_files_exist(listing, format, subject) if not is_lines and not paths %}
{{ files | trim }}
{%- elif not paths %}
{{ tablestore._no_rows_of_files(columns) | trim }}
{%- else %}
select {{ tablestore._cast_columns(columns) }}, _file_path, _file_position
from (
  {{ files | trim | indent(2) }}
)
{%- endif %}
{%- endmacro %}

{#
  Logs columns that are names of folders as well, dt=2026-01-01: a column that the lines do not have is null. As they
  can have it, this is no warning. Of other formats, whose files know their columns, such a column is an error.
#}
{% macro _log_folders(paths, columns, subject) %}
  {% set found = modules.re.findall('/([^/=]+)=[^/\n]*/', paths | join('\n')) | map('lower') | unique | list %}
  {% for name in columns if tablestore._unquoted(name) | lower in found %}
    {% set name = tablestore._unquoted(name) %}
    {% do log(subject ~ ": column '" ~ name ~ "' is also in the names of folders, " ~ name
        ~ '=..., which are not read: it is null where the lines do not have it. For the value of the folder, leave it '
        ~ "out of columns and select regexp_extract(_file_path, '" ~ name ~ "=([^/]+)', 1) as " ~ name, info=true) %}
  {% endfor %}
{% endmacro %}

{# Lines of JSON as columns. A line that is not JSON is an error that says where it is. #}
{% macro _parsed_lines(files, columns, subject) %}
{%- set names, types = [], {} %}
{%- for name, type in columns.items() %}
  {%- do names.append('j.' ~ tablestore._quote(name)) %}
  {%- do types.update({tablestore._unquoted(name): type}) %}
{%- endfor %}
{%- set begin = tablestore.string_literal(subject ~ ': a line of ') %}
{%- set said = 'concat(' ~ begin ~ ", _file_path, ' is not a JSON object with values of the columns'' types: ', "
    ~ 'left(value, 200))' %}
select {{ names | join(', ') }}, _file_path, _file_position
from (
  select
    _file_path,
    _file_position,
    if(
      {{ tablestore._is_one_object() | join(' and ') }},
      get(j.objects, 0),
      raise_error({{ said }})
    ) as j
  from (
    select
      *,
      {{ tablestore._parsed_object('value', types) | indent(6) }} as j
    from (
      {{ files | indent(6) }}
    )
    where trim(value) <> ''
  )
)
{%- endmacro %}

{# The columns of files without a row. #}
{% macro _no_rows_of_files(columns) %}
select {{ tablestore._cast_columns(columns, 'null') ~ ', ' if columns }}'' as _file_path, '' as _file_position
where false
{%- endmacro %}

{# Columns with the types that the caller has named. #}
{% macro _cast_columns(columns, value=none) %}
  {% set casts = [] %}
  {% for name, type in columns.items() %}
    {% set quoted = tablestore._quote(name) %}
    {% do casts.append('cast(' ~ (value or quoted) ~ ' as ' ~ type ~ ') as ' ~ quoted) %}
  {% endfor %}
  {{ return(casts | join(', ')) }}
{% endmacro %}

{# Files that know their columns are asked for them, so there must be one, even if it was read before. #}
{% macro _assert_files_exist(listing, format, subject) %}
  {% if not listing or not tablestore.query_rows('select path from (' ~ listing ~ ') limit 1') %}
    {% do tablestore._cannot_read(subject, ['there is no file to take the columns of the format ' ~ format
        ~ " from: name them, columns={'id': 'int', 'status': 'string'}"]) %}
  {% endif %}
{% endmacro %}
