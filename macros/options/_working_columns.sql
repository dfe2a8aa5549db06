{# Names the merge gives its own columns. #}
{% macro _working_columns() %}
  {{ return(['_kind', '_order', '_last', '_first', '_rows', '_change', '_refused', '_removed', '_late', '_exists', '_old', '_records',
             '_kept', '_retract', '_retracts', '_reset', '_delete', '_gone', '_gone_at', '_taken_back', '_failed', '_bad_kind', '_before', '_logged',
             '_expired', '_retracts_only', '_write']) }}
{% endmacro %}
