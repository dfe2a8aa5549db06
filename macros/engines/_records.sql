{# All rows of a key in their order, with the columns that are needed of them. #}
{% macro _records(plan, columns) %}
  {% set fields = ['_order'] + (['_kind'] if tablestore._is_retraction(plan) else []) %}
  {% for item in columns %}
    {% set value = item.aggregate.converted | replace('{value}', item.column.quoted) %}
    {% do fields.append('cast(' ~ value ~ ' as ' ~ item.column.type ~ ') as ' ~ item.column.quoted) %}
  {% endfor %}
  {% set before, after = ('>', '<') if plan.sequence_descending else ('<', '>') %}
  {% set compare = '(l, r) -> case when l._order ' ~ before ~ ' r._order then -1 when l._order ' ~ after ~ ' r._order then 1 else 0 end' %}
  {{ return('array_sort(\n  collect_list(' ~ tablestore._function_call('struct', fields) | indent(2) ~ '),\n  ' ~ compare ~ '\n)') }}
{% endmacro %}
