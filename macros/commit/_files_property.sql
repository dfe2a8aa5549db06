{#
  The files that a batch reads for the first time, as a property of its commit: one entry after the other, see
  `_listed_files`.
#}
{% macro _files_property(sql) %}
  {% set entries = [] %}
  {% for files in tablestore._annotations('files', sql) %}
    {% do entries.extend(tablestore._file_entries(files.read)) %}
  {% endfor %}
  {{ return({'tablestore.files': entries | unique | join}) }}
{% endmacro %}
