{# The order of a change, as text: that of its message, and its position in the message. #}
{% macro _cdc_order(decoder) %}
  {{ return("concat_ws(' ', _order" ~ (", lpad(n, 6, '0')" if decoder.rows else '') ~ ', _n)') }}
{% endmacro %}
