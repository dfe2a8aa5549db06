{# Reports counts that are known without a query, see `_reported_counts`, and returns them. #}
{% macro _report_counts(plan, counts) %}
  {% set values = [] %}
  {% for name, count in counts.items() if name != 'duration_ms' %}
    {% do values.append(count ~ ' as ' ~ name) %}
  {% endfor %}
  {{ return(tablestore._reported_counts(plan, {'step': 'count', 'sql': 'select ' ~ values | join(', ')})) }}
{% endmacro %}

{#
  Runs the query of a commit's counts as the model's main statement, from which dbt has them for run_results.json, and
  returns them. They are logged if the adapter does not show them.
#}
{% macro _reported_counts(plan, query) %}
  {% set result = tablestore._run_main(query) %}
  {% set counts = result.table[0].dict() %}
  {% if result.response | string == 'OK' and not counts.rows_refused %}
    {% do log(plan.model ~ ': ' ~ tablestore._counts_text(counts), info=true) %}
  {% endif %}
  {{ return(counts) }}
{% endmacro %}

{# '3 inserted, 1 late': the counts of a commit that are not zero, in the words of the table at the end of a run. #}
{% macro _counts_text(counts) %}
  {% set texts = [] %}
  {% set words = {'rows_inserted': 'inserted', 'rows_updated': 'updated', 'rows_deleted': 'deleted',
                  'rows_unchanged': 'unchanged', 'rows_ignored_late': 'late', 'rows_ignored': 'ignored'} %}
  {% for name, word in words.items() if counts.get(name) %}
    {% do texts.append(counts[name] ~ ' ' ~ word) %}
  {% endfor %}
  {{ return(texts | join(', ') or 'no row changed') }}
{% endmacro %}

{#
  The counts that the record of a commit has: those of the history, or what is known before a MERGE that decides itself.
#}
{% macro _recorded_counts(counts) %}
  {% set recorded = {} %}
  {% for name in tablestore._history_counts() + ['rows_folded'] if counts.get(name) is not none %}
    {% do recorded.update({name: counts[name] | int}) %}
  {% endfor %}
  {{ return(recorded) }}
{% endmacro %}

{# The same as a property of the record. #}
{% macro _recorded_counts_property(counts) %}
  {{ return({'tablestore.counts': tojson(tablestore._recorded_counts(counts), sort_keys=true)}) }}
{% endmacro %}

{#
  The columns of `counting_query` that the history of commits keeps, the milliseconds from the start of the model to its
  claim, and the rows of streams that its query has left out. That of a view has besides how it was refreshed, as JSON.
#}
{% macro _history_counts(is_view=false) %}
  {{ return(['rows_inserted', 'rows_updated', 'rows_deleted', 'rows_unchanged', 'rows_ignored_late', 'rows_ignored',
      'rows_in_batch', 'duration_ms', 'rows_skipped'] + (['refresh'] if is_view else [])) }}
{% endmacro %}

{# The counts and texts that the table of commits in a schema has a column for, in their order. #}
{% macro _commit_counts(relation, schema, last) %}
  {% if last.number and 'tablestore.history-columns' in last.properties %}
    {{ return(last.properties['tablestore.history-columns'].split(',')) }}
  {% endif %}
  {% set columns = tablestore._describe_table(tablestore.side_table(relation, '__commits', schema)) %}
  {{ return(columns | map(attribute='name')
      | select('in', tablestore._history_counts(true)) | list) }}
{% endmacro %}
