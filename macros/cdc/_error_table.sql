{#
  The whole name of the table for what a stream leaves out, which a keyed model writes with its commit; none without
  one. A name without a schema is a table beside the model.

    skips     whether the stream leaves anything out, which it does with the argument `skipping`
    compiled  the model that is compiled, see `_compiled_keys`
#}
{% macro _error_table(name, skips, skipping, compiled, problems) %}
  {% if name is none %}
    {{ return(none) }}
  {% elif name is not string or not name.strip() %}
    {% do problems.append("error_table: '" ~ name ~ "' is not accepted; write the name of a table, 'stream_errors'") %}
  {% elif not skips %}
    {% do problems.append('error_table: nothing is left out without ' ~ skipping ~ ': add it, or remove error_table') %}
  {% elif tablestore._is_compiled_as(['table', 'view', 'materialized_view']) %}
    {% do problems.append('error_table: it is written with the commit of a keyed model, and this model is none: write '
        ~ "materialized='incremental' and a primary_key, or remove error_table") %}
  {% elif '.' not in name and compiled.table %}
    {{ return(compiled.table.incorporate(path={'identifier': name}) | string) }}
  {% endif %}
  {{ return(name) }}
{% endmacro %}
