{#
  The rows of a query over the listing of a path, as {rows, is_absent}; none if it cannot be read, see `_cannot_read`. A
  pattern that nothing matches has no files, and neither has a folder that a model `has_read` and that is gone: in an
  object store, a folder is there as long as it has files.
#}
{% macro _rows_of_listing(query, path, has_read, subject) %}
  {% set tried = tablestore._run_macro(tablestore.query_rows, query) %}
  {% if not tried.problem %}
    {{ return({'rows': tried.answer, 'is_absent': false}) }}
  {% endif %}
  {% set is_absent = '[PATH_NOT_FOUND]' in tried.problem %}
  {% if is_absent and (has_read or tablestore._is_file_pattern(path)) %}
    {% do log(subject ~ ': there is no such file or folder, so it has no rows', info=true) %}
    {{ return({'rows': [], 'is_absent': true}) }}
  {% elif is_absent or tablestore._is_compiling_only() %}
    {% set pattern = tablestore._pattern_of_folder(path) %}
    {% do tablestore._cannot_read(subject, ["path: there is no file or folder '" ~ path ~ "' ([PATH_NOT_FOUND]): "
        ~ 'correct it' ~ (', or write a pattern, of which there may be none yet: ' ~ pattern if pattern) if is_absent
        else tried.problem]) %}
    {{ return(none) }}
  {% endif %}
  {# once more, for the error as dbt shows it #}
  {{ return({'rows': tablestore.query_rows(query), 'is_absent': false}) }}
{% endmacro %}

{# A pattern that only this folder matches; none for a bucket, and for a last letter that is none. #}
{% macro _pattern_of_folder(path) %}
  {% set folder = path.rstrip('/') %}
  {% set parent, _, name = folder.rpartition('/') %}
  {{ return(folder[:-1] ~ '[' ~ name[-1] ~ ']/' if name and name[-1].isalnum() and not parent.endswith('/')
      else none) }}
{% endmacro %}
