{#
  Tells dbt's cache of relations which side tables a commit has created. Another commit may follow in the same run: that of a
  batch, or after an unfinished one.
#}
{% macro _cache_side_tables(plan, relation) %}
  {% set suffixes = ['__commit', '__commits'] %}
  {% if plan.changelog %}
    {% set suffixes = suffixes + ['__changelog'] + (['__uncompacted'] if plan.changelog.pending_table else []) %}
  {% endif %}
  {% for suffix in suffixes %}
    {% do adapter.cache_added(tablestore._side_table(relation, suffix).incorporate(type='table')) %}
  {% endfor %}
{% endmacro %}
