{#
  The columns of the key from the key of a message, name -> SQL. A flattened key of MongoDB has `_id` as `id`, and a key
  of one column can be its value alone.
#}
{% macro _key_fields(leaves, options) %}
  {% set types, read, values = {}, {}, {} %}
  {% set names = options.primary_key | map('lower') | list %}
  {% for name, type in leaves.items() if name | lower in names %}
    {% do types.update({name: type}) %}
    {% do read.update({name: type}) %}
    {% do read.update(id=type) if name == '_id' and 'id' not in names and options.format == 'debezium-flat-json' %}
  {% endfor %}
  {% set fields = dict(read, payload=tablestore._struct_type(read)) %}
  {% set schema = tablestore.string_literal(tablestore._field_types(fields)) %}
  {% set parsed = 'from_json(_key, ' ~ schema ~ ", map('mode', 'PERMISSIVE'))" %}
  {% for name, type in types.items() %}
    {% set found = [] %}
    {% for field in [name] + (['id'] if name == '_id' and 'id' in read and 'id' not in types else []) %}
      {% set column = tablestore._quote(field, exact=true) %}
      {% do found.extend([parsed ~ '.' ~ column, parsed ~ '.payload.' ~ column]) %}
    {% endfor %}
    {% do found.append(tablestore._bare_key(type)) if types | length == 1 and names | length == 1 %}
    {% do values.update({name: 'coalesce(' ~ found | join(', ') ~ ')'}) %}
  {% endfor %}
  {{ return(values) }}
{% endmacro %}

{# The key of a message that is a value and no object, such as after ExtractField$Key; null if it is an object. #}
{% macro _bare_key(type) %}
  {% set wrapped = 'concat(\'{"payload":\', _key, \'}\')' %}
  {% set text = "coalesce(get_json_object(_key, '$.payload'), get_json_object(" ~ wrapped ~ ", '$.payload'), _key)" %}
  {% set text = 'if(startswith(ltrim(' ~ text ~ "), '{'), null, " ~ text ~ ')' %}
  {{ return(text if type != 'variant' else 'coalesce(try_parse_json(' ~ text ~ '), cast(' ~ text ~ ' as variant))') }}
{% endmacro %}
