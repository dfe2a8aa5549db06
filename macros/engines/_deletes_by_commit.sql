{#
  Which rows of a batch count after its deletes, if the rows have a sequence and the commits of an upstream. The result
  is the same as if the model had run after each of these commits: a delete removes what earlier commits have written,
  unless that is newer, and a row of a later commit starts a new row, however old its sequence is. One difference
  remains where columns are merged one by one: a delete that is older than the stored row, which a fold does not see,
  discards older rows before it.

    is_delete  the condition that a row `r` of the batch is a delete

  Returns {steps, batch_facts, conditions} of an engine. Over the array `_records`, the steps add `_kept`, the rows
  after the last delete that counts. `_delete_applies` is whether a delete of the batch removes the stored row.
#}
{% macro _deletes_by_commit(plan, is_delete) %}
  {% set newest, at_least = ('least', '<=') if plan.sequence_descending else ('greatest', '>=') %}
  {% set sequence = tablestore._record_sequence(plan, 'r') %}
  {% set deleted = ["'newest', a.nothing", "'nothing', a.nothing",
      "'sequence', " ~ newest ~ '(a.sequence, ' ~ sequence ~ ')', "'arrival', " ~ tablestore._arrival(plan, 'r')] %}
  {% set other = ["'newest', " ~ newest ~ '(a.newest, ' ~ sequence ~ ')', "'nothing', a.nothing",
      "'sequence', a.sequence", "'arrival', a.arrival"] %}
  {% set counts = 'when ' ~ is_delete ~ ' and coalesce(' ~ sequence ~ ' ' ~ at_least ~ ' a.newest, true) then '
      ~ tablestore._wrapped_call('named_struct', deleted) %}
  {% set last_delete = 'aggregate(\n  ' ~ tablestore._records_by_arrival(plan) | indent(2) ~ ',\n  '
      ~ tablestore._no_delete(plan) | indent(2) ~ ',\n  (a, r) -> '
      ~ tablestore._wrapped_case([counts], tablestore._wrapped_call('named_struct', other)) | indent(2) ~ '\n)' %}
  {% set is_later = ' < ' if plan.sequence_descending else ' > ' %}
  {% set later = tablestore._arrival(plan, 'r') ~ is_later ~ '_last_delete.arrival' %}
  {% set kept = 'filter(_records, r -> not (' ~ is_delete ~ ') and coalesce(' ~ later ~ ', true))' %}
  {{ return({
    'steps': [
      {'name': 'deletes', 'columns': {'_last_delete': last_delete}},
      {'name': 'kept', 'columns': {'_kept': kept}},
    ],
    'batch_facts': {'_sequence_of_delete': '_last_delete.sequence'},
    'conditions': {'_delete_applies': tablestore._delete_applies(plan)},
  }) }}
{% endmacro %}

{# The accumulator before any row: nulls with the types that the rows have. #}
{% macro _no_delete(plan) %}
  {% set fields, nothing = [], 'if(false, ' ~ tablestore._record_sequence(plan, 'get(_records, 0)') ~ ', null)' %}
  {% for name in ['newest', 'nothing', 'sequence'] %}
    {% do fields.append("'" ~ name ~ "', " ~ nothing) %}
  {% endfor %}
  {% do fields.append("'arrival', if(false, " ~ tablestore._arrival(plan, 'get(_records, 0)') ~ ', null)') %}
  {{ return(tablestore._wrapped_call('named_struct', fields)) }}
{% endmacro %}
