{# The side tables that stay, of a table with these options, see `_side_tables_all`. #}
{% macro _side_tables(options) %}
  {% set tables, producer = tablestore._side_tables_all(), options.changelog_producer %}
  {% for suffix, is_unused in {'__changelog': producer == 'none', '__uncompacted': producer != 'full-compaction',
      '__deleted': options.delete_retained is none}.items() if is_unused %}
    {% do tables.pop(suffix) %}
  {% endfor %}
  {{ return(tables) }}
{% endmacro %}

{#
  The side tables of a keyed table that stay: suffix of the name -> columns by which such a table is recognized. Those
  of one commit or one run have a name of their own, see `_run_table_suffixes`.
#}
{% macro _side_tables_all() %}
  {% set log = ['_row_kind', '_commit', '_committed_at'] %}
  {{ return({
    '__commits': ['epoch', 'invocation_id', 'offsets'],
    '__changelog': log,
    '__uncompacted': log,
    '__deleted': ['_epoch', '_commit', '_committed_at', '_invocation_id'],
  }) }}
{% endmacro %}

{# Whether a keyed model wrote a table, by the columns of such a side table, see `_side_tables_all`. #}
{% macro _side_tables_recognized(table, columns) %}
  {% set names = tablestore._describe_table(table) | map(attribute='name') | list %}
  {{ return(columns | reject('in', names) | list | length == 0) }}
{% endmacro %}

{# How the names of the tables of a changelog end, for the `kind` of a changelog, see `_changelog_schema`. #}
{% macro _side_tables_of_changelog(kind) %}
  {{ return([] if kind == 'none' else ['__changelog'] + (['__uncompacted'] if kind.endswith(', apart') else [])) }}
{% endmacro %}

{#
  Tells dbt's cache of relations which side tables a commit has created and dropped. Another commit may follow in the
  same run: that of a batch, or after an unfinished one.
#}
{% macro _cache_side_tables(plan, relation, commit) %}
  {% set created, dropped = [], [] %}
  {% set logs = tablestore._side_tables_of_changelog(plan.changelog.kind) if plan.changelog else [] %}
  {% do created.append(plan.deletes.table) if plan.deletes %}
  {% for suffix in ['__commits'] + logs %}
    {% do created.append(plan.side_tables[suffix]) %}
  {% endfor %}
  {% for suffix in commit.former_tables %}
    {% set former = fromjson(commit.properties['tablestore.side-tables']).moved_from %}
    {% do dropped.append(tablestore.side_table(relation, suffix, former)) %}
  {% endfor %}
  {% do tablestore._adapter_cache(created, dropped) %}
{% endmacro %}
