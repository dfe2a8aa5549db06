{#
  The sum of the values that are not null. A retraction subtracts its value. Integers and most decimals are added in a
  wider type, so only the result has to fit. Floating-point numbers are added one by one, because their sum depends on
  the order. So are the widest decimals: a sum that does not fit becomes null and ends the run.
#}
{% macro _sum_aggregate(column, settings) %}
  {% set add = 'case when {acc} is null then {value} when {value} is null then {acc} '
      ~ 'else try_add({acc}, {value}) end' %}
  {% set aggregate = {
    'types': ['a number'], 'add': add, 'folds_retractions': true,
    'retract': add | replace('then {value}', 'then -{value}') | replace('try_add', 'try_subtract'),
  } %}
  {% if column.type in ['float', 'double'] %}
    {{ return(aggregate) }}
  {% endif %}
  {% do aggregate.update({'may_not_fit': true, 'folded_type': tablestore._sum_type(column.type)}) %}
  {% if aggregate.folded_type.startswith('decimal(38,') %}
    {{ return(dict(aggregate, add_older=add, starts='{value} is not null', fold_overflows=true)) }}
  {% endif %}
  {% set wider = {'tinyint': 'bigint', 'smallint': 'bigint', 'int': 'bigint', 'bigint': 'decimal(20,0)'} %}
  {% set wide = wider.get(column.type, column.type) %}
  {% set value = '{value}' if wide == column.type else 'cast({value} as ' ~ wide ~ ')' %}
  {{ return(dict(aggregate, commutative=true, grouped='sum(' ~ value ~ '){where}',
      grouped_with_retractions='sum(if({retract}, -' ~ value ~ ', ' ~ value ~ ')){where}')) }}
{% endmacro %}

{# A type that can hold the sum of any batch. #}
{% macro _sum_type(type) %}
  {% if type == 'bigint' %}
    {{ return('decimal(30,0)') }}
  {% elif type.startswith('decimal') %}
    {% set precision, scale = tablestore._precision_and_scale(type) %}
    {{ return('decimal(' ~ [precision + 10, 38] | min ~ ',' ~ scale ~ ')') }}
  {% endif %}
  {{ return('bigint') }}
{% endmacro %}
