{# How many files a table has, in words. #}
{% macro _files_of(table, format) %}
  {% set files, parts = tablestore.formats()[format].files, [] %}
  {% set row = tablestore._rows(files.query | replace('{table}', table))[0] %}
  {% for name, column in files.counts.items() %}
    {% do parts.append((row[column] or 0) ~ ' ' ~ name) %}
  {% endfor %}
  {{ return(parts | join(', ')) }}
{% endmacro %}
