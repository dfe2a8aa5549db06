{#
  The value of a leaf, as SQL. Of a decimal in bytes, the bytes are a column in `facts.bytes`, or have a name in the
  expression.
#}
{% macro _value_of_leaf(leaf, type, numbers, facts, options) %}
  {% if facts.as_text %}
    {{ return('if(' ~ tablestore._is_rounded(leaf) ~ ', null, ' ~ leaf ~ ')') }}
  {% elif facts.bytes %}
    {{ return(tablestore._decimal_value(leaf, facts.bytes, type, facts.scale, facts.mode)) }}
  {% elif facts.text == 'decimal' and tablestore._type_family(type) == 'decimal' %}
    {# with the digits after its point, it can have more than a DECIMAL, and fit after rounding #}
    {% set value = 'try_cast(' ~ tablestore._text_of_decimal(leaf, facts.scale or 0) ~ ' as ' ~ type ~ ')' %}
    {% set fits_double = tablestore._precision_and_scale(type)[0] <= 15 %}
    {{ return(value if fits_double else 'if(' ~ tablestore._is_rounded(leaf) ~ ', null, ' ~ value ~ ')') }}
  {% elif not numbers or tablestore._type_family(type) != 'decimal' or facts.mode in ['string', 'double'] %}
    {{ return(tablestore._leaf_value(leaf, type, numbers, facts, options)) }}
  {% endif %}
  {% set value = tablestore._decimal_value(leaf, 'bytes', type, facts.scale, facts.mode) %}
  {% set value = tablestore._let('bytes_magnitude', tablestore._decimal_magnitude('bytes'), value)
      if tablestore._precision_and_scale(type)[0] > 16 else value %}
  {{ return(tablestore._let('bytes', tablestore._decimal_bytes(leaf, facts), value)) }}
{% endmacro %}

{#
  Whether a decimal that the converter writes as a number (`decimal.format=NUMERIC`) may have lost digits: Spark keeps a
  number of more than 38 digits, or with an exponent, as DOUBLE. With digits after its point, even zero has an exponent.
#}
{% macro _is_rounded(leaf) %}
  {{ return('schema_of_variant(' ~ leaf ~ ") = 'DOUBLE' and try_variant_get(" ~ leaf ~ ", '$', 'double') != 0") }}
{% endmacro %}

{#
  A leaf as a value of a type, as SQL; null if it does not fit. Text is read as Flink reads it.

    numbers  whether dates, times and decimals can be numbers and bytes, as Debezium writes them
    facts    what is known of numbers, see `_column_facts`
    options  those of `cdc`
#}
{% macro _leaf_value(leaf, type, numbers, facts, options) %}
  {% set family, type = tablestore._type_family(type), type | lower if '<' not in type else type %}
  {% if family == 'string' or type == 'variant' %}
    {{ return(leaf if type in ['string', 'variant'] else 'cast(' ~ leaf ~ ' as ' ~ type ~ ')') }}
  {% elif family == 'boolean' %}
    {{ return('(lower(trim(' ~ leaf ~ ")) = 'true')") }}
  {% elif family == 'binary' %}
    {{ return('try_to_binary(' ~ leaf ~ ", 'base64')") }}
  {% elif family == 'date' %}
    {# Spark would read 2022 and 19000 as dates. Debezium's `isostring` puts a Z behind a date #}
    {% set text = 'rtrim(\'Z\', ' ~ leaf ~ ')' if numbers else leaf %}
    {% set date = 'if(length(' ~ text ~ ') = 10, try_cast(' ~ text ~ ' as date), null)' %}
    {{ return('coalesce(' ~ date ~ ', date_from_unix_date(try_cast(' ~ leaf ~ ' as int)))' if numbers else date) }}
  {% elif family == 'timestamp' %}
    {% set time = tablestore._time_of_text(leaf, type, options.timestamp_format) %}
    {{ return('coalesce(' ~ tablestore._time_of_number(leaf, type, facts.unit) ~ ', ' ~ time ~ ')' if numbers
        else time) }}
  {% elif family == 'decimal' %}
    {# most decimals are text, and Spark compiles its cast, which it does not do for a variant #}
    {{ return('try_cast(try_variant_get(' ~ leaf ~ ", '$', 'string') as " ~ type ~ ')') }}
  {% elif tablestore._leaf_type(type) == 'variant' %}
    {{ return(tablestore._nested_value(leaf, type, numbers, facts, options)) }}
  {% endif %}
  {{ return('try_cast(' ~ leaf ~ ' as ' ~ type ~ ')') }}
{% endmacro %}

{#
  The value of an array, a map or a struct, as SQL; null if one of its parts does not fit, of which alone Spark would
  make a null. Dates, times and bytes are not what Spark would read of a VARIANT: it takes numbers for seconds.
#}
{% macro _nested_value(leaf, type, numbers, facts, options) %}
  {% set parsed = tablestore._parsed_type(type) %}
  {% set value = 'try_variant_get(' ~ leaf ~ ", '$', " ~ tablestore.string_literal(type) ~ ')' %}
  {% if not parsed or parsed.kind == 'struct' %}
    {{ return(tablestore._struct_value(leaf, value, parsed.fields, numbers, facts, options) if parsed else value) }}
  {% endif %}
  {% set part = tablestore._type_text(parsed.element or parsed.value) %}
  {% set open, is_map = type[:type.find('<')] ~ '<', parsed.kind == 'map' %}
  {% set open = open ~ tablestore._type_text(parsed.key) ~ ',' if is_map else open %}
  {% if tablestore._is_read_alone(part, numbers) %}
    {% set value = 'transform' ~ ('_values' if is_map else '') ~ '(try_variant_get(' ~ leaf ~ ", '$', '" ~ open
        ~ tablestore._leaf_type(part) ~ ">'), " ~ ('(k, x)' if is_map else 'x') ~ ' -> '
        ~ tablestore._value_of_leaf('x', part, numbers, facts, options) ~ ')' %}
  {% endif %}
  {% set pair = ['fits', 'try_variant_get(' ~ leaf ~ ", '$', '" ~ open ~ "variant>')"] %}
  {% set pair = ['map_values(' ~ pair[0] ~ ')', 'map_values(' ~ pair[1] ~ ')'] if is_map else pair %}
  {% set lost = 'exists(zip_with(' ~ pair | join(', ') ~ ', (x, y) -> x is null and '
      ~ tablestore._is_sent('y', 'variant') ~ '), x -> x)' %}
  {{ return(value if part in ['string', 'variant'] else tablestore._let('fits', value,
      'if(' ~ lost ~ ', null, fits)')) }}
{% endmacro %}

{# The value of a struct, see `_nested_value`; `value` is what Spark would read. A field that is not sent is null. #}
{% macro _struct_value(leaf, value, fields, numbers, facts, options) %}
  {% set values, lost, alone = [], [], [] %}
  {% for field in fields %}
    {% set type, name = tablestore._type_text(field.type), tablestore.string_literal(field.name) %}
    {% set path = '$["' ~ field.name ~ '"]' if "'" in field.name else "$['" ~ field.name ~ "']" %}
    {% set part = 'try_variant_get(' ~ leaf ~ ', ' ~ tablestore.string_literal(path) ~ ", '" %}
    {% set is_alone = tablestore._is_read_alone(type, numbers) %}
    {% do alone.append(name) if is_alone %}
    {% do values.append(name ~ ', ' ~ (tablestore._value_of_leaf(part ~ tablestore._leaf_type(type) ~ "')", type,
        numbers, facts, options) if is_alone else part ~ type ~ "')")) %}
    {% set sent = tablestore._is_sent(part ~ "variant')", 'variant') %}
    {% do lost.append('fits.' ~ tablestore._quote(field.name, exact=true) ~ ' is null and ' ~ sent)
        if type not in ['string', 'variant'] %}
  {% endfor %}
  {% set is_none = 'try_variant_get(' ~ leaf ~ ", '$', 'map<string,variant>') is null" %}
  {% set value = 'if(' ~ is_none ~ ', null, ' ~ tablestore._wrapped_call('named_struct', values) ~ ')' if alone
      else value %}
  {{ return(tablestore._let('fits', value, 'if(' ~ lost | join(' or ') ~ ', null, fits)') if lost else value) }}
{% endmacro %}

{# Whether values of a type in others are read like those of a column, and not with Spark's cast of a VARIANT. #}
{% macro _is_read_alone(type, numbers) %}
  {% set family = tablestore._type_family(type) %}
  {{ return(family in ['date', 'timestamp', 'binary', 'array', 'map', 'struct'] or (numbers and family == 'decimal')) }}
{% endmacro %}

{#
  A time that is text, in SQL's form, with a T, or in both. A column without a time zone takes UTC and no other offset,
  which would be dropped.
#}
{% macro _time_of_text(leaf, type, format) %}
  {% set between = {'SQL': "= ' '", 'ISO-8601': "= 'T'"}.get(format, "in (' ', 'T')") %}
  {% set conditions = ['substr(' ~ leaf ~ ', 11, 1) ' ~ between,
      'length(' ~ leaf ~ ') >= ' ~ (19 if format == 'SQL' else 16)] %}
  {% for sign in ['+', '-'] if type == 'timestamp_ntz' %}
    {% do conditions.append('instr(substr(' ~ leaf ~ ", 17), '" ~ sign ~ "') = 0") %}
  {% endfor %}
  {{ return('if(' ~ conditions | join(' and ') ~ ', try_cast(' ~ leaf ~ ' as ' ~ type ~ '), null)') }}
{% endmacro %}

{#
  A decimal of Debezium from its leaf and its bytes: a number or its text, or a whole number in two's complement with
  `scale` digits after the point. A text that is a number and could be base64 too does not fit.
#}
{% macro _decimal_value(leaf, bytes, type, scale, mode) %}
  {% set text = 'try_variant_get(' ~ leaf ~ ", '$', 'string')" %}
  {% set plain = 'try_cast(' ~ text ~ ' as ' ~ type ~ ')' %}
  {% if mode in ['string', 'double'] %}
    {{ return(plain) }}
  {% elif not mode %}
    {% set plain = 'if(length(' ~ text ~ ') % 4 = 0 and not ' ~ text ~ " rlike '[.-]' and schema_of_variant(" ~ leaf
        ~ ") = 'STRING', null, " ~ plain ~ ')' %}
  {% endif %}
  {% set precision, digits = tablestore._precision_and_scale(type) %}
  {% set known = digits if scale is none else scale %}
  {% set scale = 'coalesce(try_variant_get(' ~ leaf ~ ", '$.scale', 'int'), " ~ known ~ ')' %}
  {% set whole = tablestore._whole_number(bytes, precision) %}
  {{ return('coalesce(try_cast(concat(' ~ whole ~ ", 'E-', " ~ scale ~ ') as ' ~ type ~ '), ' ~ plain ~ ')') }}
{% endmacro %}

{#
  The text of a whole number whose bytes are given as hexadecimal digits in two's complement. conv() reads numbers of
  up to seven bytes with their sign. Of longer ones, which only a decimal of more than 16 digits needs, it reads four
  bytes of `_decimal_magnitude` at a time. The minus before a decimal would round it to 34 digits.
#}
{% macro _whole_number(bytes, precision) %}
  {% set negative = bytes ~ " >= '8'" %}
  {% set short = 'string(' ~ tablestore._short_number(bytes) ~ ')' %}
  {% if precision <= 16 %}
    {{ return('if(length(' ~ bytes ~ ') <= 14, ' ~ short ~ ', null)') }}
  {% endif %}
  {% set found = namespace(whole=none) %}
  {% for start in [1, 9, 17, 25] %}
    {% set part = 'decimal(conv(substr(' ~ bytes ~ '_magnitude, ' ~ start ~ ', 8), 16, 10))' %}
    {% set found.whole = 'try_add(try_multiply(' ~ found.whole ~ ', 4294967296BD), ' ~ part ~ ')' if found.whole
        else part %}
  {% endfor %}
  {{ return(tablestore._wrapped_case([
    'when length(' ~ bytes ~ ') <= 14 then ' ~ short,
    'when length(' ~ bytes ~ ') > 32 then null',
    'when ' ~ negative ~ ' then string(try_subtract(-1BD, ' ~ found.whole ~ '))',
  ], 'string(' ~ found.whole ~ ')')) }}
{% endmacro %}
