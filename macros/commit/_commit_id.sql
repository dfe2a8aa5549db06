{# A name for the tables of one commit of one run, which no other commit has. #}
{% macro _commit_id(relation) %}
  {{ return(local_md5(invocation_id ~ relation ~ modules.datetime.datetime.now())[:8]) }}
{% endmacro %}
