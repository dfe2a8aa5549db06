{# The time of the machine, as a datetime in UTC: snapshots and files have its times, and not those of `_clock`. #}
{% macro _utc_now() %}
  {{ return(modules.datetime.datetime.now(modules.pytz.utc)) }}
{% endmacro %}
