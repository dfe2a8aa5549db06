{#
  The plan with what the MERGE of the commit decides itself, see `_merge_may_decide`. Rows that cannot be merged are found before it,
  and then the stored rows are looked up, to say which they are.
#}
{% macro _with_deciding_merge(plan, relation, commit) %}
  {% if adapter.tables is defined and not commit.rebuild and not plan.batch_is_empty %}
    {% set plan = dict(plan, is_small=adapter.tables().is_small(relation, plan.format)) %}
  {% endif %}
  {% if not tablestore._merge_may_decide(plan, commit) %}
    {{ return(plan) }}
  {% endif %}
  {% set counts = tablestore._rows(tablestore.folded_count_query(plan))[0] %}
  {{ return(plan if counts.rows_refused else dict(plan, merge_decides=counts)) }}
{% endmacro %}
