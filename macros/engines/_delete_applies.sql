{# The condition that the delete of a batch, by its `_sequence_of_delete`, is not older than the stored row. #}
{% macro _delete_applies(plan) %}
  {{ return('coalesce(new._sequence_of_delete ' ~ ('<= ' if plan.sequence_descending else '>= ')
      ~ tablestore._record_sequence(plan, 'old') ~ ', false)') }}
{% endmacro %}
