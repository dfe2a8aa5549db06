{# Whether a message is about a database or table that the stream includes; one that names none counts as ''. #}
{% macro _is_included(decoder, options, name) %}
  {{ return('coalesce(' ~ decoder[name] ~ ", '') rlike " ~ tablestore._whole_text(options[name ~ '_include'])) }}
{% endmacro %}
