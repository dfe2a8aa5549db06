{#
  How many values that are not null came, less those taken back. The column becomes a bigint whatever is counted.
  Paimon has no such function: there one sums a column of ones.
#}
{% macro _count_aggregate(column, settings) %}
  {{ return({
    'types': [],
    'add': 'coalesce({acc}, 0) + coalesce({value}, 0)',
    'retract': 'coalesce({acc}, 0) - coalesce({value}, 0)',
    'raw': 'if({value} is null, 0L, 1L)',
    'hash': 'sum({value}){where}',
    'hash_both': 'sum(if({retract}, -{value}, {value})){where}',
    'commutes': true, 'signed': true,
  }) }}
{% endmacro %}
