{# The texts of a stream, and each as a struct `j` of fields, in which `_bad` is the text if it does not fit. #}
{% macro _message_rows(fields, stream) %}
(
  select
  {%- for name, column in stream.selected.items() %}
    {{ column }} as {{ name }},
  {%- endfor %}
    {{ tablestore._message_from_json(stream.value, fields) | indent(4) }} as j
  from {{ tablestore._indent(stream.rows, 2) }}
  where {{ stream.conditions | join('\n    and ') }}
)
{%- endmacro %}

{% macro _message_from_json(text, fields) %}
  {{ return('from_json(\n  ' ~ text ~ ',\n  '
      ~ tablestore.string_literal(tablestore._field_types(dict(fields, _bad='string')))
      ~ ",\n  map('mode', 'PERMISSIVE', 'columnNameOfCorruptRecord', '_bad')\n)") }}
{% endmacro %}

{# The fields of a message, and `payload`, if it can be in another one beside its schema. #}
{% macro _message_fields(decoder, options) %}
  {% set wraps = decoder.wraps and options.schema_include is not false %}
  {% set fields = dict(decoder.fields) if not (wraps and options.schema_include) else {} %}
  {% do fields.update(payload=tablestore._struct_type(decoder.fields)) if wraps %}
  {{ return(fields) }}
{% endmacro %}

{# The message in the parsed text `j`; null if the text is none. #}
{% macro _message_content(decoder, options) %}
  {% set payload, wraps, message = [], decoder.wraps and options.schema_include is not false, 'j' %}
  {% for name in decoder.fields %}
    {% do payload.append(tablestore.string_literal(name) ~ ', j.' ~ tablestore._quote(name, exact=true)) %}
  {% endfor %}
  {% if options.schema_include and wraps %}
    {% set message = 'j.payload' %}
  {% elif wraps %}
    {% set message = 'coalesce(j.payload, ' ~ tablestore._wrapped_call('named_struct', payload) ~ ')' %}
  {% endif %}
  {% set conditions = ['j is not null', 'j._bad is null'] + tablestore._message_is_whole() %}
  {{ return('if(' ~ conditions | join(' and ') ~ ', ' ~ message ~ ', null)') }}
{% endmacro %}

{#
  The conditions that a text is one object: what follows one is ignored when it is parsed, so the changes of a second
  one would be lost. A text that may have a second one is parsed again, with an element after it. Outside of strings, a
  brace opens after one that closes without a quote between them only in a list, so after a comma; and after a comma, a
  second message begins like the first.
#}
{% macro _message_is_whole() %}
  {% set may_be_several = '_value rlike ' ~ tablestore.string_literal('\\}[^\\x22,]*\\{')
      ~ ' or locate(left(_value, 6), _value, 2) > 0' %}
  {{ return([
    "(endswith(_value, '}') or endswith(rtrim(' \\t\\r\\n', _value), '}'))",
    '(not (' ~ may_be_several ~ ") or get(from_json(concat('[', _value, ',\"end\"]'), 'array<string>'), 1) <=> 'end')",
  ]) }}
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
