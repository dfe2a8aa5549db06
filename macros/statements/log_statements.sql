{#
  The commit's changes into the changelog, before the table has them: readers go by the table's number. With compactions
  apart they wait in a table of their own, and the compaction writes what they come to.

    again  true when an earlier run may have written them already
#}
{% macro log_statements(plan, commit, again=false) %}
  {% set log, statements = plan.changelog, [] %}
  {% if not log %}
    {{ return([]) }}
  {% endif %}
  {% set waits = log.pending and not (commit.compacts and commit.compacted == commit.number - 1) %}
  {% set columns = (plan.columns + plan.kept_columns) | map(attribute='quoted') | list %}
  {% for table in [log.table] + ([log.pending] if log.pending else []) %}
    {% if commit.starts_changelog %}
      {% do statements.append(tablestore.create_log_table(plan, table)) %}
    {% elif again %}
      {% do statements.append('delete from ' ~ table ~ ' where _commit >= ' ~ commit.number) %}
    {% endif %}
  {% endfor %}
  {% set changes = tablestore._input_query(plan) if log.input else tablestore.changes_query(plan, plan.commit_table) %}
  {% do statements.append(tablestore._log_insert(columns, log.pending if waits else log.table, changes, commit)) %}
  {% if waits and commit.compacts %}
    {% set rows = '(select * from ' ~ log.pending ~ ' where _commit > ' ~ commit.compacted ~ ')' %}
    {% set net = tablestore.net_query(plan.key_columns | map(attribute='quoted') | list, columns, rows, same=log.compared is none) %}
    {% do statements.append(tablestore._log_insert(columns, log.table, net, commit)) %}
  {% endif %}
  {{ return(statements) }}
{% endmacro %}

{% macro _log_insert(columns, table, changes, commit) %}
insert into {{ table }} ({{ columns | join(', ') }}, _row_kind, _commit, _committed_at)
select *, {{ commit.number }}, {{ tablestore._timestamp_literal(commit.properties['tablestore.committed-at']) }}
from (
  {{ changes | trim | indent(2) }}
)
{%- endmacro %}

{# The rows of the batch with their kinds, as they were given. #}
{% macro _input_query(plan) %}
select {{ plan.columns | map(attribute='quoted') | join(', ') }}, _kind as _row_kind
from {{ plan.changelog.input }}
{%- endmacro %}
