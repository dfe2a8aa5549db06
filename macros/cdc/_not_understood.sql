{#
  What a message gives that is not understood: an error with its position and its text, or nothing if the caller wants
  such messages to be skipped.

    problem   what is wrong with it, as SQL
    asked     whether it is only asked which messages these are: then it is the problem
#}
{% macro _not_understood(options, problem, asked=false) %}
  {% if asked %}
    {{ return('concat(' ~ problem ~ ')') }}
  {% elif options.ignore_parse_errors %}
    {{ return('null') }}
  {% endif %}
  {% set position = ', ' ~ options.position if options.position else '' %}
  {{ return('raise_error(concat(' ~ tablestore.string_literal(options.subject ~ ': the message') ~ position ~ ', '
      ~ problem ~ ", ': ', " ~ ("coalesce(left(_value, 200), 'null')" if options.tombstones else 'left(_value, 200)')
      ~ '))') }}
{% endmacro %}
