{#
  Fails if the query of a model reads the files or messages that another model is to record: an ephemeral model names
  one as `consumer`, and others can select from it, too. They would get what that model has not read.
#}
{% macro _assert_own_reader(name, sql) %}
  {% set problems = [] %}
  {% for read in tablestore._annotations('files', sql) + tablestore._annotations('kafka', sql)
      if read.reader and read.reader != name %}
    {% do problems.append(read.subject ~ " is called with consumer='" ~ read.reader ~ "', so what it reads counts as "
        ~ "read by '" ~ read.reader ~ "': read the changes of that model, tablestore.changelog(ref('" ~ read.reader
        ~ "')), or call the macro in '" ~ name ~ "' itself") %}
  {% endfor %}
  {% do tablestore.fail("model '" ~ name ~ "' reads what another model records; nothing was written",
      problems | unique | list) %}
{% endmacro %}
