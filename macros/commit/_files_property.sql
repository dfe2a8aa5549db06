{#
  The files that a batch reads for the first time, as a property of its commit: one entry after the other, see
  `_listed_files`.
#}
{% macro _files_property(sql) %}
  {% set entries, length = [], tablestore._file_entry_length() %}
  {% for files in tablestore._annotations('files', sql) %}
    {% for begin in range(0, files.read | length, length) %}
      {% do entries.append(files.read[begin:begin + length]) %}
    {% endfor %}
  {% endfor %}
  {{ return({'tablestore.files': entries | unique | join}) }}
{% endmacro %}
