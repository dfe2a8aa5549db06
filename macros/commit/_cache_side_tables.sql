{#
  Tells dbt's cache of relations which side tables a commit has created and dropped. Another commit may follow in the same
  run: that of a batch, or after an unfinished one.
#}
{% macro _cache_side_tables(plan, relation, commit) %}
  {% for suffix in ['__commits'] + tablestore._log_suffixes(tablestore._producer_kind(plan)) %}
    {% do adapter.cache_added(tablestore._side_table(relation, suffix, plan.side_schema).incorporate(type='table')) %}
  {% endfor %}
  {% for suffix in commit.former_tables %}
    {% do adapter.cache_dropped(tablestore._side_table(relation, suffix, fromjson(commit.properties['tablestore.side-tables']).moved_from)) %}
  {% endfor %}
{% endmacro %}
