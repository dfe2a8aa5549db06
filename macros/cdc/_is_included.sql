{#
  Whether a message is about a database or table that the stream includes. One that names none counts as ''; if that is
  not included and it is about a row, it is not understood, see `_message_checks`.
#}
{% macro _is_included(decoder, options, name) %}
  {{ return('coalesce(' ~ decoder[name] ~ ", '') rlike " ~ tablestore._whole_text(options[name ~ '_include'])) }}
{% endmacro %}
