{#
  The last row of a key wins as a whole; a delete removes the row.

    stored (1, 'new', 10)   batch +I (1, 'paid', 30), +I (1, 'sent', 20)   ->  (1, 'paid', 30)
    stored (1, 'paid', 30)  batch -D (1, ..., 40)                          ->  no row
    stored (1, 'paid', 30)  batch +I (1, 'late', 25)                       ->  (1, 'paid', 30), counted as late
#}
{% macro _deduplicate_engine(plan) %}
  {% set fold = {} %}
  {% set combine = {} %}
  {% for column in plan.value_columns %}
    {% do fold.update({column.name: '_last.' ~ column.quoted}) %}
    {% do combine.update({column.name: 'new.' ~ column.quoted}) %}
  {% endfor %}
  {% set members = plan.value_columns | map(attribute='quoted') | list + ['_kind'] %}
  {{ return({
    'aggregates': {'_last': tablestore._latest('struct(' ~ members | join(', ') ~ ')', plan)},
    'fold': fold,
    'batch_facts': {'_retract': "_last._kind in ('-U', '-D')"},
    'removed': 'new._retract',
    'combine': combine,
    'late': tablestore._is_late(plan),
  }) }}
{% endmacro %}
