{#
  Warns that rows which a model has merged are read once more, if a function of the model adds them again. A full
  refresh reads each once.

    what  the files or messages, as text
#}
{% macro _warn_of_rows_again(reader, subject, what) %}
  {% set found = [] %}
  {% for name, function in tablestore._added_again(tablestore._read_options(reader.node)).items() %}
    {% do found.append("'" ~ name ~ "' has the aggregate function " ~ function) %}
  {% endfor %}
  {% do tablestore.warn(subject ~ ": model '" ~ reader.name ~ "' reads " ~ what ~ ' again, and ' ~ found | join(', ')
      ~ ', which counts rows again that the table already has. A rebuild counts each row once that is still there: '
      ~ tablestore.rebuild_command(reader.name, with_readers=false)) if found %}
{% endmacro %}
