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
  {{ return('array_sort(\n  collect_list(' ~ tablestore._function_call('struct', fields) | indent(2) ~ ')' ~ (' filter (where ' ~ where ~ ')' if where) ~ ',\n  ' ~ compare ~ '\n)') }}
{% endmacro %}
