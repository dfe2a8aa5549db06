{#
  A type, as SQL or as DESCRIBE writes it, taken apart: {kind, ...} with the kinds plain (text), array (element), map
  (key, value) and struct (fields, as [{name, type}]); none if it is not a type.

    raw  whether DESCRIBE wrote it, which quotes no names: `struct<a.b:int,c,d:int>` has the fields `a.b` and `c,d`
#}
{% macro _parsed_type(text, raw=false) %}
  {% set found = tablestore._type_at(text, raw) %}
  {{ return(found if found and not found.rest else none) }}
{% endmacro %}

{# The type at the beginning of a text, and the `rest` of the text. #}
{% macro _type_at(text, raw) %}
  {% set name = modules.re.match('(array|map|struct)<', text, modules.re.IGNORECASE) %}
  {% if not name %}
    {% set types = tablestore._plain_types() if raw else ' *\\w[\\w ]*(\\([^()]*\\))?' %}
    {% set plain = modules.re.match(types, text, modules.re.IGNORECASE) %}
    {% if not plain %}
      {{ return(none) }}
    {% endif %}
    {{ return({'kind': 'plain', 'text': plain.group(0) | trim | lower, 'rest': text[plain.end():]}) }}
  {% endif %}
  {% set kind, rest = name.group(1) | lower, text[name.end():] %}
  {% if kind == 'struct' %}
    {{ return(tablestore._struct_at(rest, raw)) }}
  {% endif %}
  {% set first = tablestore._type_at(rest, raw) %}
  {% set last = first if kind == 'array'
      else tablestore._type_at(first.rest[1:].lstrip(), raw) if first and first.rest.startswith(',') %}
  {% if not last or not last.rest.startswith('>') %}
    {{ return(none) }}
  {% endif %}
  {% set parts = {'element': first} if kind == 'array' else {'key': first, 'value': last} %}
  {{ return(dict(parts, kind=kind, rest=last.rest[1:])) }}
{% endmacro %}

{# The types without parts, as DESCRIBE writes them. #}
{% macro _plain_types() %}
  {% set unit = '(year|month|day|hour|minute|second)' %}
  {{ return('(boolean|tinyint|smallint|int|bigint|float|double|decimal(\\([\\d, -]+\\))?'
      ~ '|string( collate \\w+)?|(var)?char\\(\\d+\\)|binary|date|time(\\(\\d\\))?|timestamp|timestamp_ntz'
      ~ '|variant|void|interval( ' ~ unit ~ '( to ' ~ unit ~ ')?)?|geo(metry|graphy)\\([^()]*\\))(?=[,>]|$)') }}
{% endmacro %}

{# The struct whose fields begin here. #}
{% macro _struct_at(text, raw) %}
  {% set fields, left = [], namespace(rest=text) %}
  {% if modules.re.match('>([,>]|\\Z)', text) %}
    {{ return({'kind': 'struct', 'fields': [], 'rest': text[1:]}) }}
  {% endif %}
  {% for _ in range(text.count(':')) %}
    {% set field = tablestore._field_at(left.rest, raw) %}
    {% if not field %}
      {{ return(none) }}
    {% endif %}
    {% do fields.append({'name': field.name, 'type': field.type}) %}
    {% set left.rest = field.type.rest[1:] if raw else field.type.rest[1:].lstrip() %}
    {% if field.type.rest.startswith('>') %}
      {{ return({'kind': 'struct', 'fields': fields, 'rest': field.type.rest[1:]}) }}
    {% endif %}
  {% endfor %}
  {{ return(none) }}
{% endmacro %}

{#
  The field of a struct that begins here. A name that DESCRIBE wrote can have colons: it ends at the first one before
  a type.
#}
{% macro _field_at(text, raw) %}
  {% for found in modules.re.finditer(':', text) if raw %}
    {% set type = tablestore._type_at(text[found.end():], raw) %}
    {% if type and type.rest and type.rest[0] in ',>' %}
      {{ return({'name': text[:found.start()], 'type': type}) }}
    {% endif %}
  {% endfor %}
  {% set name = none if raw else modules.re.match('(`([^`]|``)*`|[^`:]+):', text) %}
  {% set type = tablestore._type_at(text[name.end():].lstrip(), raw) if name %}
  {% if type and type.rest and type.rest[0] in ',>' %}
    {{ return({'name': tablestore._unquoted(name.group(1)), 'type': type}) }}
  {% endif %}
  {{ return(none) }}
{% endmacro %}
