{# `_records` in the order of the upstream's commits. #}
{% macro _records_by_arrival(plan) %}
  {% if not tablestore._has_commits_and_sequence(plan) %}
    {{ return('_records') }}
  {% endif %}
  {{ return('array_sort(\n  _records,\n  ' ~ tablestore._record_comparison(plan, tablestore._arrival(plan, 'l'), tablestore._arrival(plan, 'r')) ~ '\n)') }}
{% endmacro %}
