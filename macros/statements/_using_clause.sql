{# The format of a table beside a keyed table, and the properties that every table of the format gets. #}
{% macro _using_clause(format) %}
  {{ return('using ' ~ format.using ~ ('\ntblproperties ' ~ tablestore._property_list(format.side_properties)
      if format.side_properties else '')) }}
{% endmacro %}
