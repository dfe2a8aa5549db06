{# The columns that a changelog, or a state TTL, adds. In a batch they are never columns of the model. #}
{% macro _reserved_columns() %}
  {{ return(['_row_kind', '_commit', '_committed_at', '_delete_sequence', '_written_at']) }}
{% endmacro %}

{# The names of the columns that the SQL of a merge adds; a sequence group adds a number to some of them. #}
{% macro _reserved_columns_of_merge() %}
  {{ return(['_kind', '_order', '_last', '_first', '_rows', '_records', '_kept', '_newest_delete',
      '_sequence_of_delete', '_last_delete',
             '_has_delete', '_ends_deleted', '_is_retraction', '_has_retraction', '_only_retractions', '_unknown_kind',
                 '_overflow',
             '_is_older', '_is_newer', '_delete_applies', '_restarts', '_exists', '_expired', '_old_values', '_before',
                 '_late', '_ignored',
             '_removed', '_refused', '_change', '_write', '_logged', '_is_stored',
             '_is_missing', '_is_buried', '_buries']) }}
{% endmacro %}
