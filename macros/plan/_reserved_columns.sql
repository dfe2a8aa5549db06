{# What a changelog adds to its rows, and a state TTL to a table's; never taken from a batch as columns of the model. #}
{% macro _reserved_columns() %}
  {{ return(['_row_kind', '_commit', '_committed_at', '_written_at']) }}
{% endmacro %}

{# Names the merge gives its own columns. #}
{% macro _working_columns() %}
  {{ return(['_kind', '_order', '_last', '_first', '_rows', '_change', '_refused', '_removed', '_late', '_exists', '_old', '_records',
             '_kept', '_retract', '_retracts', '_reset', '_delete', '_gone', '_gone_at', '_taken_back', '_failed', '_bad_kind', '_before', '_logged',
             '_expired', '_retracts_only', '_write']) }}
{% endmacro %}
