{# The record of a format, see `formats`; {} for a name that is not one. A plan has it as `table_format`. #}
{% macro _format(name) %}
  {{ return(tablestore.formats()[name]() if name is string and name in tablestore.formats() else {}) }}
{% endmacro %}
