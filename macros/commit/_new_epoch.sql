{# A unique name for a build of a table. #}
{% macro _new_epoch(relation) %}
  {{ return(local_md5(invocation_id ~ relation)) }}
{% endmacro %}
