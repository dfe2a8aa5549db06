{#
  What a message gives that is not understood: an error with its position and its text, or nothing if the caller wants
  such messages to be skipped.

    problem   what is wrong with it, as SQL
    counting  whether such messages are counted: then it is `true`
#}
{% macro _not_understood(options, problem, counting=false) %}
  {% if counting %}
    {{ return('true') }}
  {% elif options.ignore_parse_errors %}
    {{ return('null') }}
  {% endif %}
  {% set position = ', ' ~ options.position if options.position else '' %}
  {{ return('raise_error(concat(' ~ tablestore.string_literal(options.subject ~ ': the message') ~ position ~ ', '
      ~ problem ~ ", ': ', left(_value, 200)))") }}
{% endmacro %}
