{#
  A name for the branches and tables of one commit of one run, which no other commit has. It begins with the serial of the commit: what
  is left of a commit whose serial is not above that of the last one can go, because it can no longer become part of the table.
#}
{% macro _commit_id(relation, serial) %}
  {{ return(serial ~ '_' ~ local_md5(invocation_id ~ relation ~ modules.datetime.datetime.now())[:8]) }}
{% endmacro %}
