{#
  Whether a column of this type holds a number unchanged. Rounding a binary fraction does not count as a change;
  infinity does, and so does rounding an integer that has more binary digits than the type.
#}
{% macro _number_fits(value, family, type) %}
  {% if family == 'integer' %}
    {% set sizes = {'tinyint': 8, 'byte': 8, 'smallint': 16, 'short': 16, 'bigint': 64, 'long': 64} %}
    {% set bits = sizes.get(type | lower, 32) %}
    {{ return(value == value | int and -(2 ** (bits - 1)) <= value < 2 ** (bits - 1)) }}
  {% elif family == 'decimal' %}
    {% set precision, scale = tablestore._precision_and_scale(type) %}
    {% set whole = value | abs < 10 ** (precision - scale) %}
    {{ return(whole and ('%.*f' | format(scale, value)) | float == value | float) }}
  {% endif %}
  {% set is_double = (type | lower) == 'double' %}
  {% if value is integer %}
    {% set rounded = [value.bit_length() - (53 if is_double else 24), 0] | max %}
    {{ return(value % 2 ** rounded == 0 and value.bit_length() <= (1024 if is_double else 128)) }}
  {% endif %}
  {{ return(is_double or value | abs <= 3.4028234e38) }}
{% endmacro %}
