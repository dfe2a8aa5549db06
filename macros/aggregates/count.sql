{#
  The number of values that are not null, minus the retracted ones. The column is a bigint, whatever the type it counts.
  Paimon has no such function: a model there sums a column of ones.
#}
{% macro _count_aggregate(column, settings) %}
  {{ return({
    'types': [],
    'add': 'coalesce({acc}, 0) + coalesce({value}, 0)',
    'retract': 'coalesce({acc}, 0) - coalesce({value}, 0)',
    'converted': 'if({value} is null, 0L, 1L)',
    'grouped': 'sum({value}){where}',
    'grouped_with_retractions': 'sum(if({retract}, -{value}, {value})){where}',
    'commutative': true, 'folds_retractions': true,
  }) }}
{% endmacro %}
