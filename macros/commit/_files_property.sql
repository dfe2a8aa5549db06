{#
  The files that a batch reads for the first time, as a property of its commit: one entry of 24 digits after the other,
  see `_listed_files`.
#}
{% macro _files_property(sql) %}
  {% set entries = [] %}
  {% for files in tablestore._annotations('files', sql) %}
    {% for begin in range(0, files.read | length, 24) %}
      {% do entries.append(files.read[begin:begin + 24]) %}
    {% endfor %}
  {% endfor %}
  {{ return({'tablestore.files': entries | unique | join}) }}
{% endmacro %}
