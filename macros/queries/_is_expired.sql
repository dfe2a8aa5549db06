{#
  Whether the last write of a row is at least the state TTL ago; null or false if it is not. A TTL is a number of
  milliseconds, and intervals of days depend on the session's time zone, so this computes with microseconds.
#}
{% macro _is_expired(expiry, alias=none) %}
  {% if not expiry.ttl %}
    {{ return('false') }}
  {% endif %}
  {% set limit = 'timestamp_micros(unix_micros(' ~ expiry.clock ~ ') - ' ~ expiry.ttl * 1000 ~ ')' %}
  {% set written = (alias ~ '.' if alias else '') ~ '`_written_at`' %}
  {% if not expiry.since %}
    {{ return(written ~ ' <= ' ~ limit) }}
  {% endif %}
  {{ return('(' ~ written ~ ' <= ' ~ limit
      ~ ' or ' ~ written ~ ' is null and ' ~ expiry.since ~ ' <= ' ~ limit ~ ')') }}
{% endmacro %}
