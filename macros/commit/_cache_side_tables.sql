{#
  Tells dbt's cache of relations which side tables a commit has created and dropped. Another commit may follow in the
  same run: that of a batch, or after an unfinished one.
#}
{% macro _cache_side_tables(plan, relation, commit) %}
  {% set created, dropped = [], [] %}
  {% for suffix in ['__commits'] + (tablestore._log_suffixes(plan.changelog.kind) if plan.changelog else []) %}
    {% do created.append(tablestore.side_table(relation, suffix, plan.side_schema)) %}
  {% endfor %}
  {% for suffix in commit.former_tables %}
    {% set former = fromjson(commit.properties['tablestore.side-tables']).moved_from %}
    {% do dropped.append(tablestore.side_table(relation, suffix, former)) %}
  {% endfor %}
  {% do tablestore._adapter_cache(created, dropped) %}
{% endmacro %}
