{#
  The merge engines: name -> the macro that says how rows of one key become one row. It turns a plan into
    aggregates  expressions of the GROUP BY over the rows of a key, by name
    levels      further steps over those, one after the other: [{name, columns}]
    fold        per column, its folded value over all of that
    types       per column, the type of its folded value where that is not the column's
    state       what else the merge must know of the batch, by name; `_rows` is always there
    combine     per column, the new value over `old`, the stored row, and `new`, the folded batch
    removed     whether the row goes
    late        whether the batch changes nothing because it is older than the stored row
    refusals    [{when, message}] over `old` and `new`: rows that end the run before anything is written
    checked     per column whose new value may not fit, what to say then
    skips       row kinds that mean nothing to the engine
    silent      whether a batch that changes nothing of a row leaves no trace in the changelog
#}
{% macro engines() %}
  {{ return({
    'deduplicate': tablestore._deduplicate_engine,
    'partial-update': tablestore._partial_update_engine,
    'aggregation': tablestore._aggregation_engine,
    'first-row': tablestore._first_row_engine,
  }) }}
{% endmacro %}
