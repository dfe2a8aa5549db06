{# The length of the entry of a file, of which a model has one for each file that it has read: see `_split_entries`. #}
{% macro _file_entry_length() %}
  {{ return(24) }}
{% endmacro %}
