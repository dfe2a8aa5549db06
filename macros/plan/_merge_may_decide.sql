{#
  Whether the MERGE of a commit can decide itself what happens to each key, without a look-up of the stored rows: if
  nobody needs to know the rows before, and the engine keeps one of two rows as a whole. With branches only in a small
  table, because a MERGE with inserts reads all files that may have a key of the batch; a look-up and a MERGE of the
  keys that are there read fewer.
#}
{% macro _merge_may_decide(plan, commit) %}
  {{ return(plan.merge.whole_rows and not commit.rebuild and not plan.batch_is_empty
      and not (plan.changelog or plan.expiry or plan.keeps_null_keys) and (plan.is_small or not plan.branch)) }}
{% endmacro %}
