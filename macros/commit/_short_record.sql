{#
  The record of a commit in the summary of a snapshot, without the files that the commit has read: these are 24 digits
  each, in every snapshot of a stream of files, and only who publishes the commit needs them.
#}
{% macro _short_record(summary) %}
  {{ return('regexp_replace(' ~ summary ~ "['tablestore.commit'], '\"tablestore[.]files\": \"[^\"]*\", ', '')") }}
{% endmacro %}
