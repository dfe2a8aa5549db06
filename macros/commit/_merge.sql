{#
  The plan with what the MERGE of the commit decides itself, see `_merge_may_decide`. Rows that cannot be merged are
  found before it, and then the stored rows are looked up, to say which they are.
#}
{% macro _with_deciding_merge(plan, relation, commit) %}
  {% set plan = tablestore._with_size(plan, relation, commit) %}
  {% if not tablestore._merge_may_decide(plan, commit) %}
    {{ return(plan) }}
  {% endif %}
  {% set counting = tablestore.counting_query(plan, folded=true) %}
  {% set counts = tablestore.query_rows(counting)[0] %}
  {{ return(plan if counts.rows_refused else dict(plan, merge_decides=counts, counting=counting)) }}
{% endmacro %}

{#
  Whether the MERGE of a commit can decide itself what happens to each key, without a look-up of the stored rows: if
  nobody needs to know the rows before, nor first how many it deletes, and the engine keeps one of two rows as a whole.
  Changes of versions are decided without a look-up.
  With branches only in a small table, because a MERGE with inserts reads all files that may have a key of the batch; a
  look-up and a MERGE of the keys that are there read fewer.
#}
{% macro _merge_may_decide(plan, commit) %}
  {{ return(plan.merge.whole_rows and not commit.rebuild and not plan.batch_is_empty
      and not (plan.changelog or plan.expiry or plan.keeps_null_keys or plan.options.input == 'full' or plan.deletes
          or plan.versions
          or plan.merge.ignored and (plan.not_null_columns or plan.required_columns))
      and not (plan.options.fuse and plan.merge.removed) and (plan.is_small or not plan.branch)) }}
{% endmacro %}

{#
  The counts of a commit whose MERGE has decided itself: those that its format has counted, and how many
  of the other keys were late in the version before.
#}
{% macro _counts_after_merge(plan, commit, counts) %}
  {% set ignores = plan.merge.ignored is not none %}
  {% set done = tablestore._merge_counts(plan.table_format, counts, commit.metrics, ignores) %}
  {% set before = commit.snapshot if plan.branch else commit.version | int - 1 %}
  {% if done.rows_unchanged and plan.merge.late and before is not none %}
    {% set counting = {'step': 'count', 'reads': plan.kept_tables,
        'sql': tablestore.late_count_query(plan, before, tablestore._later_sequences(plan, before))} %}
    {% set late = tablestore.query_rows(counting)[0].rows_ignored_late | int %}
    {% set done = dict(done, rows_unchanged=done.rows_unchanged - late, rows_ignored_late=late) %}
  {% endif %}
  {{ return(dict(done, **tablestore._report_counts(plan, done))) }}
{% endmacro %}

{#
  The sequence columns that were added to a table since it has made a snapshot: with branches, an older snapshot is read
  with the columns that the table had then.
#}
{% macro _later_sequences(plan, snapshot) %}
  {% if not plan.branch or tablestore._adapter_has_columns_of(plan.table, snapshot) %}
    {{ return([]) }}
  {% endif %}
  {% set known = tablestore.query_columns('select * from ' ~ plan.table ~ ' version as of ' ~ snapshot)
      | map(attribute='name') | map('lower') | list %}
  {{ return(plan.sequence_columns | rejectattr('lower_name', 'in', known) | list) }}
{% endmacro %}

{#
  What a MERGE that decides has done, as the counts of a commit, from those of its folded batch and from what its format
  has counted. The keys of the batch that it has not changed are unchanged, or ignored; `_counts_after_merge` finds
  those that are late.

    counts   {rows_folded, rows_in_batch, duration_ms, rows_skipped}
    metrics  by the names of the format
    ignores  whether the engine ignores them
#}
{% macro _merge_counts(format, counts, metrics, ignores=false) %}
  {% set done, other = {}, [counts.rows_folded | int] %}
  {# Spark appends the rows of a MERGE that only inserts #}
  {% set appends = format.append_metric and not format.merge_metrics.values() | select('in', metrics) | list %}
  {% for name, metric in format.merge_metrics.items() %}
    {% do done.update({name: (metrics[metric] if not appends else metrics.get(format.append_metric, 0)
        if name == 'rows_inserted' else 0) | int}) %}
    {% do other.append(other.pop() - done[name]) %}
  {% endfor %}
  {% do done.update({'rows_unchanged': 0 if ignores else other[0], 'rows_ignored_late': 0, 'rows_ignored': other[0]
      if ignores else 0}) %}
  {{ return(dict(done, rows_in_batch=counts.rows_in_batch | int, duration_ms=counts.duration_ms | int,
      rows_skipped=(counts.rows_skipped or 0) | int)) }}
{% endmacro %}
