{# The last version of a Delta table, as DESCRIBE HISTORY has it, in a list. #}
{% macro _last_delta_versions(relation) %}
  {% set known = adapter.tables().last_delta_version(relation) if adapter.tables is defined else none %}
  {{ return([known] if known else tablestore._rows('describe history ' ~ relation ~ ' limit 1')) }}
{% endmacro %}
