{#
  The files below a folder that a model has not read, the oldest first, as {paths, is_absent, annotation}; none
  if that is not known, see `_cannot_read`.

  What has been read is the sum of what its commits have recorded: each has the entries of its own files, so a commit
  is as large as its batch, and the history of the model has all. That history can be trusted, because its rows are
  published before the commit is sealed; a commit that is part of the table and not published has its own record. The
  number of entries is in the offsets of the last commit: other runs and a lost history are noticed by it.

    path     the folder or pattern
    listing  the query that lists the files
    reader   the model, see `_reader`
#}
{% macro found_files(path, listing, reader, subject, rewritten, max_files) %}
  {% set recorded, again = tablestore._recorded_files(reader) | trim, tablestore._paths_to_read_again() %}
  {% do tablestore.fail(subject, tablestore._java_pattern_problems('tablestore_read_again', again, '/2026-01-3[01]/')
      if again is not none else []) %}
  {% set number = (reader.offsets.get('new_files') or {}).get('commit', 0) %}
  {% if number and tablestore._cannot_read(subject, tablestore._lost_files(reader, recorded, number)) %}
    {{ return(none) }}
  {% endif %}
  {% set paths, entries, new, changed, waiting, known, matched = [], [], [], [], [], [], [] %}
  {% set query = tablestore._new_files_query(listing, recorded, again, rewritten, max_files) %}
  {% set listed = tablestore._rows_of_listing(query, path, number > 0, subject) %}
  {% if listed is none %}
    {{ return(none) }}
  {% endif %}
  {% for row in listed.rows %}
    {% do paths.append(row.path) %}
    {% do entries.append(row.entry) %}
    {% do (known if row.is_known else new).append(row.entry) %}
    {% do known.append(row.entry) if row.is_rewritten %}
    {% do matched.append(row.path) if row.is_again %}
    {% do changed.append(row.path) if row.is_rewritten and rewritten == 'fail' and not row.is_again %}
    {% do waiting.append(row.found - max_files) if loop.first and row.found > max_files and not again %}
  {% endfor %}
  {% do tablestore._cannot_read(subject, [tablestore._changed_files(changed, reader, again)]) if changed %}
  {% do tablestore._warn_of_rows_again(reader, subject, tablestore._counted(known | length, 'file')) if known %}
  {% if again and not matched %}
    {% do log(reader.name ~ ': ' ~ subject ~ ": no path matches tablestore_read_again, '" ~ again ~ "'", info=true) %}
  {% endif %}
  {% if waiting %}
    {% do log(reader.name ~ ': reads ' ~ tablestore._counted(max_files, 'file') ~ ', and '
        ~ tablestore._more_waiting(waiting[0]) ~ ' (max_files)', info=true) %}
  {% endif %}
  {% set missing = 'select count(*) as missing from (select ' ~ tablestore._split_entries(entries | join)
      ~ ' as entry) left anti join (' ~ listing ~ ') using (entry)' %}
  {{ return({'paths': paths, 'is_absent': listed.is_absent, 'annotation': '\n' ~ tablestore._annotation('files', {
    'subject': subject, 'reader': reader.name, 'after': number, 'read': new | join,
    'missing': missing if entries else none,
    'listing': listing if not listed.is_absent else "select '' as entry where false",
  })}) }}
{% endmacro %}

{# The problem of a history that has lost what it had recorded. #}
{% macro _lost_files(reader, recorded, number) %}
  {% set stored = tablestore.query_rows('select count(*) as n from (' ~ recorded ~ ')')[0].n %}
  {{ return(["model '" ~ reader.name ~ "' has read " ~ tablestore._counted(number, 'file') ~ ', and its history '
      ~ reader.history ~ ' has ' ~ stored ~ ' of them, so files would be read again: restore that table, or rebuild'
      ~ ' the model from the files that are there, ' ~ tablestore.rebuild_command(reader.name, with_readers=false)]
      if stored != number else []) }}
{% endmacro %}

{#
  The problem of files that are no longer as they were when a model has read them. The command reads all of them and
  those that this run was to read `again`, and no other file, whose rows could count twice.
#}
{% macro _changed_files(changed, reader, again) %}
  {% set paths = [] %}
  {% for path in changed %}
    {% do paths.append(tablestore._exactly(path)) %}
  {% endfor %}
  {% set pattern = (again ~ '|' if again else '') ~ '^(' ~ paths | join('|') ~ ')$' %}
  {# of very many files, the command would be longer than a shell takes #}
  {% set command = ', or read these once more: dbt run --select ' ~ reader.name ~ " --vars '{tablestore_read_again: "
      ~ tablestore._json_text(pattern | replace("'", '.')) ~ "}'" if pattern | length <= 4000 else '' %}
  {{ return(tablestore._counted(changed | length, 'file') ~ ' with another size or time than when read before: '
      ~ changed[:3] | join(', ') ~ "; write rewritten='read' to read such files again"
      ~ (", rewritten='skip' to leave them" if command else ", or rewritten='skip' to leave them") ~ command) }}
{% endmacro %}

{# The entries of the files that a model has read, each once. #}
{% macro _recorded_files(reader) %}
{%- set parts = [] %}
{%- if reader.has_history %}
  {%- set known = 'epoch = ' ~ tablestore.string_literal(reader.epoch) ~ ' and commit <= ' ~ reader.number
      ~ tablestore._is_not_undone('commit', reader.undone) %}
  {%- do parts.append('select ' ~ tablestore._split_entries("get_json_object(offsets, '$.new_files.read')", false)
      ~ ' as entry from ' ~ reader.history ~ ' where ' ~ known) %}
{%- endif %}
{%- do parts.append('select ' ~ tablestore._split_entries(reader.unpublished_files) ~ ' as entry') %}
{{ parts | join(' union ') }}
{%- endmacro %}

{# The files to read, as {path, entry, is_known, is_rewritten, is_again, found}. #}
{% macro _new_files_query(listing, recorded, again, rewritten, max_files) %}
{%- set is_again = 'l.path rlike ' ~ tablestore.string_literal(again) if again else 'false' %}
with read as (
  {{ recorded }}
)
select
  l.path,
  l.entry,
  r.entry is not null as is_known,
  r.entry is null and s.id is not null as is_rewritten,
  {{ is_again }} as is_again,
  count(*) over () as found
from (
  {{ listing | indent(2) }}
) as l
left join read as r on r.entry = l.entry
left join (select distinct left(entry, 16) as id from read) as s on s.id = l.id
where r.entry is null{{ ' and s.id is null' if rewritten == 'skip' }} or {{ is_again }}
order by l.modified, l.path
{%- if not again %}
limit {{ max_files }}
{%- endif %}
{%- endmacro %}
