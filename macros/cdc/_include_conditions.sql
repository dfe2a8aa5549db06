{#
  The conditions that a message is of a database and a table that the stream includes, before it is parsed. GoldenGate
  writes OWNER.TABLE, of which the owner is the database.
#}
{% macro _include_conditions(stream, options) %}
  {% set paths, conditions = tablestore._stream_paths()[options.format], [] %}
  {% for field, include in [('db', options.database_include), ('tab', options.table_include)] if include %}
    {% set path = tablestore._first_path(stream.value, paths[field] or paths.owner, paths.wraps or false) %}
    {% set name = 'coalesce(' ~ path ~ ", '')" %}
    {% set name = 'split_part(' ~ name ~ ", '.', " ~ (1 if field == 'db' else -1) ~ ')' if paths.owner == paths.tab
        else name %}
    {% do conditions.append(name ~ ' rlike ' ~ tablestore._whole_text(include)) %}
  {% endfor %}
  {{ return(conditions) }}
{% endmacro %}
