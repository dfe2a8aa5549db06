{#
  The last commit with the serial of what is in the table: a rebuild does not publish the commit of a killed run, and Delta would skip a
  rebuild with the serial of that commit.
#}
{% macro _with_serial_of_versions(relation, last) %}
  {% set unpublished = none if 'current-snapshot-id' in last.properties else tablestore._unpublished(relation, last) %}
  {{ return(dict(last, serial=[last.serial, unpublished.record['tablestore.serial'] | int] | max) if unpublished else last) }}
{% endmacro %}
