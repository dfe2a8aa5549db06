{# A name for a build of a table, different from that of every other build of any table. #}
{% macro _new_epoch(relation) %}
  {{ return(local_md5(invocation_id ~ relation)) }}
{% endmacro %}
