{#
  The order of a change, as text: the place of its message, or else its position in the source, and its position in the
  message. If neither is known, the content of the message comes last, so that the order is the same in every run.
#}
{% macro _cdc_order(decoder, stream) %}
  {% set parts = [stream.order or decoder.order] + ([] if stream.order else ['hex(xxhash64(_value))']) %}
  {{ return("concat_ws(' ', " ~ parts | join(', ') ~ (", lpad(n, 6, '0')" if decoder.rows else '') ~ ', _n)') }}
{% endmacro %}
