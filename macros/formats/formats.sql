{#
  The table formats of keyed models. The merge is the same SQL on each of them; a format says how its tables are made,
  and which statements it takes.
    using        the name after USING
    properties   table properties a keyed table gets unless the model sets them
    version      that one of them which says the version of the format, and never goes down
    drop         how a staging table goes, its files included
    widening     table properties that let a column's type be altered to a wider one
    log_layout, log_properties  how a changelog is laid out, so that reading a commit does not read the others
#}
{% macro formats() %}
  {{ return({
    'iceberg': tablestore._iceberg_format(),
    'delta': tablestore._delta_format(),
  }) }}
{% endmacro %}
