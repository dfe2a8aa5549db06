{# The plan with the ranges of the keys that have events in the batch, which is kept first: it is evaluated once. #}
{% macro _with_ranges_of_versions(plan, batch, commit) %}
  {% set versions = plan.versions %}
  {% if not versions.rows %}
    {{ return(plan) }}
  {% endif %}
  {% set keeping = tablestore._kept_rows(plan, versions.rows, batch, commit, 'fold') %}
  {% set views = plan.kept_views | select('equalto', versions.rows) | list %}
  {% do tablestore._run([keeping], releases=views) %}
  {% set keyed = dict(plan, key_columns=versions.key_columns, folded_rows=versions.rows) %}
  {% set query, facts = tablestore._keys_query(keyed), {'step': 'fold', 'reads': plan.kept_tables} %}
  {% set keys = tablestore.query_rows(dict(facts, sql=query.sql)) %}
  {% set parts = tablestore.query_rows(dict(facts, step='ranges', sql=tablestore.key_range_query(keyed)))
      if keys | length > query.limit else none %}
  {{ return(dict(plan, kept_views=plan.kept_views | reject('in', views) | list,
      versions=dict(versions, key_ranges=tablestore._key_ranges(keyed, keys, parts), kept_by=[keeping]))) }}
{% endmacro %}
