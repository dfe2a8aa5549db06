{# Reports counts that are known without a query, see `_reported_counts`, and returns them. #}
{% macro _reported_values(plan, counts) %}
  {% set values = [] %}
  {% for name, count in counts.items() if name != 'duration_ms' %}
    {% do values.append(count ~ ' as ' ~ name) %}
  {% endfor %}
  {{ return(tablestore._reported_counts(plan, 'select ' ~ values | join(', '))) }}
{% endmacro %}

{#
  Runs the query of a commit's counts as the model's main statement, from which dbt has them for run_results.json, and
  returns them. They are logged if the adapter does not show them.
#}
{% macro _reported_counts(plan, query) %}
  {% call statement('main', fetch_result=true) %}{{ query }}{% endcall %}
  {% set result = load_result('main') %}
  {% set counts = result.table[0].dict() %}
  {% if 'inserted' not in result.response | string and not counts.rows_refused %}
    {% do log(plan.model ~ ': ' ~ counts.rows_inserted ~ ' inserted, ' ~ counts.rows_updated ~ ' updated, '
        ~ counts.rows_deleted ~ ' deleted, ' ~ counts.rows_unchanged ~ ' unchanged, '
        ~ counts.rows_ignored_late ~ ' ignored as late'
            ~ (', ' ~ counts.rows_ignored ~ ' ignored' if counts.rows_ignored else ''), info=true) %}
  {% endif %}
  {{ return(counts) }}
{% endmacro %}
