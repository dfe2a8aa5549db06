{#
  select id, status, _row_kind, _cdc_order
  from {{ tablestore.cdc(tablestore.new_files('s3a://shop/orders/', 'text'), 'debezium-json', {'id': 'int'}) }}

  The rows of the files below a folder that the model has not read yet, with `_file_path` and `_file_position`. A keyed
  model reads each file once: which files a commit has read is part of it. A late file is new whatever its name or time,
  because no position but the list of all files that were read decides, see `found_files`.
#}
{% macro new_files(
    path, format='text', columns=none, name_pattern=none, rewritten='fail', max_files=10000, consumer=none
) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% set subject = 'tablestore.new_files(' ~ path ~ ')' %}
  {% do tablestore.fail(subject, tablestore._new_files_problems(path, format, columns, name_pattern, rewritten,
      max_files)) %}
  {% set options = ["recursiveFileLookup = 'true'"] %}
  {% do options.append('pathGlobFilter = ' ~ tablestore.string_literal(name_pattern)) if name_pattern %}
  {% set listing = tablestore._listed_files(tablestore._files_in(path, options)) | trim %}
  {# otherwise, Spark takes the columns of one file for those of all #}
  {% do options.append("mergeSchema = 'true'") if format in ['parquet', 'orc'] %}
  {% set reader = tablestore._reader(consumer, subject) %}
  {% set found = none if tablestore._is_run_without_rows()
      else tablestore.found_files(path, listing, reader, subject, rewritten, max_files) if reader
      else tablestore._all_files(path, listing, subject) %}
  {% set condition = 'false' if not found else tablestore._is_one_of_files(found.paths) if reader else 'true' %}
  {% set found = found or {'paths': [path], 'annotation': ''} %}
  {% set place = none if found.is_absent else tablestore._files_in(path, options) %}
  {% set rows = tablestore.rows_of_files(place, format, columns, condition, listing, found.paths, subject) | trim %}
  {{ return('(\n  ' ~ rows | indent(2) ~ found.annotation ~ '\n)') }}
{% endmacro %}

{#
  The files for what reads all of them each time, and records none. Spark lists them when it reads them; so this lists
  them only for a pattern, of which there may be none, and for a command that only compiles, which warns.
#}
{% macro _all_files(path, listing, subject) %}
  {% set all = {'paths': [path], 'annotation': ''} %}
  {% if tablestore._is_file_pattern(path) or tablestore._is_compiling_only() %}
    {% set listed = tablestore._rows_of_listing('select path from (' ~ listing ~ ') limit 1', path, false, subject) %}
    {{ return(none if listed is none else dict(all, paths=[], is_absent=true) if listed.is_absent else all) }}
  {% endif %}
  {{ return(all) }}
{% endmacro %}

{# What follows the format of a source of files in FROM. #}
{% macro _files_in(path, options) %}
  {{ return(tablestore._quote(path, exact=true) ~ ' with (' ~ options | join(', ') ~ ')') }}
{% endmacro %}

{#
  The files below a folder as {path, id, entry, modified}: `id` stands for a path, and `entry` for a path with its size
  and time.
#}
{% macro _listed_files(place) %}
select path, id, concat(id, right(lpad(lower(hex(xxhash64(size, modified))), 16, '0'), 8)) as entry, modified
from (
  select
    _metadata.file_path as path,
    lpad(lower(hex(xxhash64(_metadata.file_path))), 16, '0') as id,
    _metadata.file_size as size,
    unix_micros(_metadata.file_modification_time) as modified
  from binaryFile.{{ place }}
)
{% endmacro %}

{# The condition that a row is in one of these files, from which Spark knows which files it need not open. #}
{% macro _is_one_of_files(paths) %}
  {{ return('_metadata.file_path in (\n  ' ~ tablestore._string_literals(paths) | join(',\n  ') ~ '\n)' if paths
      else 'false') }}
{% endmacro %}

{# Problems of the arguments of `new_files`. #}
{% macro _new_files_problems(path, format, columns, name_pattern, rewritten, max_files) %}
  {% set problems, formats = [], ['text', 'json', 'parquet', 'avro', 'orc'] %}
  {% if path is not string or not path.strip() %}
    {% do problems.append("path: '" ~ path ~ "' is not accepted; write the path of a folder, 's3a://shop/orders/'") %}
  {% endif %}
  {% if format not in formats %}
    {% do problems.append("format: '" ~ format ~ "' is not accepted; write " ~ formats | join(', ')
        ~ tablestore._near_names(format, formats)) %}
  {% elif format == 'text' and columns is not none %}
    {% do problems.append("columns: the format text has the column value only; remove columns, or write format='json'")
        %}
  {% elif format in ['json', 'avro'] and columns is none %}
    {# of Avro, Spark takes the columns of one file for those of all, and has no mergeSchema #}
    {% do problems.append('columns: the format ' ~ format ~ " needs them, columns={'id': 'int', 'status': 'string'}"
        ~ ("; messages for tablestore.cdc are read with format='text'" if format == 'json' else '')) %}
  {% endif %}
  {% if columns is not none and (columns is not mapping or not columns) %}
    {% do problems.append("columns: '" ~ columns ~ "' is not accepted; write {'id': 'int', 'status': 'string'}") %}
  {% endif %}
  {% for name, type in (columns.items() if columns is mapping else []) if name is not string or type is not string %}
    {% do problems.append("columns: '" ~ name ~ "': '" ~ type ~ "' is not accepted; write the name of a column and its "
        ~ "type as text, {'id': 'int'}") %}
  {% endfor %}
  {% if name_pattern is not none and (name_pattern is not string or '/' in name_pattern) %}
    {% do problems.append("name_pattern: '" ~ name_pattern ~ "' is not accepted; write a pattern for the names of "
        ~ "files, '*.json'; folders belong in path, which takes patterns as well") %}
  {% endif %}
  {% if rewritten not in ['fail', 'read', 'skip'] %}
    {% do problems.append("rewritten: '" ~ rewritten ~ "' is not accepted; write 'fail', 'read' or 'skip'") %}
  {% endif %}
  {% do problems.extend(tablestore._file_pattern_problems('path', path, 's3a://shop/orders/2026-0[1-6]/')
      + tablestore._file_pattern_problems('name_pattern', name_pattern, '*.{json,log}')
      + tablestore._count_problems({'max_files': max_files})) %}
  {{ return(problems + tablestore._view_problems('files')) }}
{% endmacro %}
