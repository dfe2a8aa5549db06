{# The models whose fuse this run skips: true for all, a name, or a list of names; none if nothing is set. #}
{% macro _skipped_fuses() %}
  {{ return(var('tablestore_skip_fuse', none)) }}
{% endmacro %}
