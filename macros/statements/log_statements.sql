{#
  Writes the commit's changes to the changelog, before the table has them: readers stop at the commit that the table is
  sealed with. When several commits are compacted together, the changes wait in a table of their own, and the compaction
  writes their net result.

    again  true when an earlier run may have written them
#}
{% macro log_statements(plan, commit, again=false) %}
  {% set changelog, statements = plan.changelog, [] %}
  {% if not changelog %}
    {{ return([]) }}
  {% endif %}
  {% set waits = changelog.pending_table and not (commit.compacts and commit.compacted == commit.number - 1) %}
  {% set columns = (plan.columns + plan.kept_columns) | map(attribute='quoted') | list %}
  {% for table in [changelog.table] + ([changelog.pending_table] if changelog.pending_table else []) %}
    {% if commit.starts_changelog %}
      {% do statements.append(tablestore.create_log_table(plan, table)) %}
    {% elif again %}
      {% do statements.append('delete from ' ~ table ~ ' where _commit >= ' ~ commit.number) %}
    {% endif %}
  {% endfor %}
  {% set changes = tablestore._input_query(plan) if changelog.input_table else tablestore.changes_query(plan, plan.commit_table) %}
  {% do statements.append(tablestore._log_insert(columns, changelog.pending_table if waits else changelog.table, changes, commit)) %}
  {% if waits and commit.compacts %}
    {% set rows = changelog.pending_table ~ '\nwhere _commit > ' ~ commit.compacted %}
    {% set net = tablestore.net_query(plan.key_columns | map(attribute='quoted') | list, columns, rows, same=changelog.compared is none) %}
    {% do statements.append(tablestore._log_insert(columns, changelog.table, net, commit)) %}
  {% endif %}
  {{ return(statements) }}
{% endmacro %}

{% macro _log_insert(columns, table, changes, commit) %}
insert into {{ table }} ({{ tablestore._wrapped(columns + ['_row_kind', '_commit', '_committed_at'], 2) }})
select *, {{ commit.number }}, {{ tablestore._timestamp_literal(commit.properties['tablestore.committed-at']) }}
from (
  {{ changes | trim | indent(2) }}
)
{%- endmacro %}

{# The rows of the batch as they were given, with their row kinds. #}
{% macro _input_query(plan) %}
select {{ tablestore._wrapped(plan.columns | map(attribute='quoted') | list + ['_kind as _row_kind'], 2) }}
from {{ plan.changelog.input_table }}
{%- endmacro %}
