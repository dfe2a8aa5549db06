{# A Delta table with a change data feed: its commits are the versions of the table. #}
{% macro delta_upstream(relation) %}
  {% set version = tablestore.query_rows('describe history ' ~ relation ~ ' limit 1')[0].version | int %}
  {{ return({
    'epoch': tablestore.query_rows('describe detail ' ~ relation)[0].id,
    'until': version,
    'snapshot': relation ~ ' version as of ' ~ version,
    'changes': tablestore._delta_changes,
    'recorded': tablestore._delta_recorded,
    'times': tablestore._delta_times,
  }) }}
{% endmacro %}

{% macro _delta_times(upstream) %}
  {% set times = {} %}
  {% for row in tablestore.query_rows('describe history ' ~ upstream.table) %}
    {% do times.update({row.version | int: (row.timestamp.timestamp() * 1000000) | int}) %}
  {% endfor %}
  {{ return(times) }}
{% endmacro %}

{# The changes as Delta has them. #}
{% macro _delta_recorded(upstream, after, until) -%}
  table_changes({{ tablestore.string_literal(upstream.table) }}, {{ after + 1 }}, {{ until }})
{%- endmacro %}

{% macro _delta_changes(upstream, after, until) %}
{%- set kinds = "when 'insert' then '+I' when 'update_preimage' then '-U' when 'update_postimage' then '+U'" %}
(
  select
    * except (_change_type, _commit_version, _commit_timestamp),
    case _change_type {{ kinds }} else '-D' end as _row_kind,
    _commit_version as _commit,
    _commit_timestamp as _committed_at
  from {{ tablestore._delta_recorded(upstream, after, until) }}
)
{%- endmacro %}
