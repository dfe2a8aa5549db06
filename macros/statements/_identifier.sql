{#
  What makes Delta execute a write of a commit once: the options of an insert, by the end of their names in the session. The
  version is that of the whole table, also after a rebuild.
#}
{% macro _identifier(commit) %}
  {{ return({
    'txnAppId': commit.properties['tablestore.writer'],
    'txnVersion': commit.properties['tablestore.serial'],
    'userMetadata': tablestore._record_text(commit),
  }) }}
{% endmacro %}
