{# The texts of a stream, and each as a struct `j`, see `_parsed_object`. #}
{% macro _message_rows(fields, stream) %}
(
  select
  {%- for name, column in stream.selected.items() %}
    {{ column }} as {{ name }},
  {%- endfor %}
    {{ tablestore._indent(tablestore._parsed_object(stream.value, fields), 4) }} as j
  from {{ tablestore._indent(stream.rows, 2) }}
  where {{ stream.conditions | join('\n    and ') }}
)
{%- endmacro %}

{# The fields of a message, and `payload`, if it can be in another one beside its schema. #}
{% macro _message_fields(decoder, options) %}
  {% set wraps = decoder.wraps and options.schema_include is not false %}
  {% set fields = dict(decoder.fields) if not (wraps and options.schema_include) else {} %}
  {% do fields.update(payload=tablestore._struct_type(decoder.fields)) if wraps %}
  {{ return(fields) }}
{% endmacro %}

{# The message in the parsed text `j`; null if the text is none. #}
{% macro _message_content(decoder, options) %}
  {% set payload, wraps, message = [], decoder.wraps and options.schema_include is not false, 'get(j.objects, 0)' %}
  {% for name in decoder.fields %}
    {% do payload.append(tablestore.string_literal(name) ~ ', get(j.objects, 0).'
        ~ tablestore._quote(name, exact=true)) %}
  {% endfor %}
  {% if options.schema_include and wraps %}
    {% set message = 'get(j.objects, 0).payload' %}
  {% elif wraps %}
    {% set message = 'coalesce(get(j.objects, 0).payload, ' ~ tablestore._wrapped_call('named_struct', payload) ~ ')' %}
  {% endif %}
  {{ return('if(' ~ tablestore._is_one_object() | join(' and ') ~ ', ' ~ message ~ ', null)') }}
{% endmacro %}

{# The changes of a message, and what they share. #}
{% macro _message_struct(changes, position, time, options) %}
  {% set fields = ["'changes', " ~ changes, "'position', " ~ position] %}
  {{ return(tablestore._wrapped_call('named_struct', fields + (["'time', " ~ time] if options.time_column else []))) }}
{% endmacro %}

{# The order of a message. Where only the source knows it, its content comes last, so it is the same in every run. #}
{% macro _message_order(stream, decoder) %}
  {{ return(stream.order or "concat_ws(' ', " ~ decoder.order ~ ', ' ~ (stream.ties or 'hex(xxhash64(_value))')
      ~ ')') }}
{% endmacro %}
