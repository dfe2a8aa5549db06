{# All rows of a key in their order, or those that `where` selects, with the columns that are needed of them. #}
{% macro _records(plan, columns, where=none) %}
  {% set fields = ['_order'] + (['_kind'] if tablestore._is_retraction(plan) else []) %}
  {% if tablestore._is_retraction(plan) and tablestore._has_commits_and_sequence(plan) %}
    {% do fields.append(plan.commit_column) %}
  {% endif %}
  {% for item in columns %}
    {% set value = item.aggregate.converted | replace('{value}', item.column.quoted) %}
    {% do fields.append('cast(' ~ value ~ ' as ' ~ item.column.type ~ ') as ' ~ item.column.quoted) %}
  {% endfor %}
  {% set compare = tablestore._record_comparison(plan, 'l._order', 'r._order') %}
  {{ return('array_sort(\n  collect_list(' ~ tablestore._wrapped_call('struct', fields) | indent(2) ~ ')'
      ~ (' filter (where ' ~ where ~ ')' if where) ~ ',\n  ' ~ compare ~ '\n)') }}
{% endmacro %}

{# The comparison of two rows `l` and `r` for `array_sort`, by these positions in the order of the batch. #}
{% macro _record_comparison(plan, left, right) %}
  {% set before, after = ('>', '<') if plan.sequence_descending else ('<', '>') %}
  {{ return('(l, r) -> case when ' ~ left ~ ' ' ~ before ~ ' ' ~ right ~ ' then -1'
      ~ ' when ' ~ left ~ ' ' ~ after ~ ' ' ~ right ~ ' then 1 else 0 end') }}
{% endmacro %}

{# `_records` in the order of the upstream's commits. #}
{% macro _records_by_arrival(plan) %}
  {% if not tablestore._has_commits_and_sequence(plan) %}
    {{ return('_records') }}
  {% endif %}
  {% set left, right = tablestore._arrival(plan, 'l'), tablestore._arrival(plan, 'r') %}
  {{ return('array_sort(\n  _records,\n  ' ~ tablestore._record_comparison(plan, left, right) ~ '\n)') }}
{% endmacro %}
