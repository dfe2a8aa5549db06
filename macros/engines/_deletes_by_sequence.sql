{#
  Whether a -D of a batch removes the stored row, for rows without the commits of an upstream: it does unless it is
  older than the stored row, whatever comes after it in the batch.

  Returns {aggregates, conditions, late} of an engine with a fact `_ends_deleted`. `_restarts` is whether the row starts
  with this batch.
#}
{% macro _deletes_by_sequence(plan) %}
  {% set is_new, newest = tablestore._has_old_row(plan, false), 'min' if plan.sequence_descending else 'max' %}
  {% if not plan.sequence_columns %}
    {{ return({'aggregates': {'_has_delete': "bool_or(_kind = '-D')"},
        'conditions': {'_restarts': is_new ~ ' or new._has_delete'}, 'late': none}) }}
  {% endif %}
  {{ return({
    'aggregates': {
      '_sequence_of_delete': newest ~ '(' ~ tablestore._record_sequence(plan) ~ ") filter (where _kind = '-D')",
    },
    'conditions': {'_delete_applies': tablestore._delete_applies(plan), '_restarts': is_new ~ ' or _delete_applies'},
    'late': 'new._ends_deleted and not _delete_applies',
  }) }}
{% endmacro %}
