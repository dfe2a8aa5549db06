{#
  The sum of the values that are not null. A retraction subtracts its value. Integers and most decimals are added in a
  wider type, so only the result has to fit. Floating-point numbers are added one by one, because their sum depends on
  the order. So are the widest decimals: a sum that does not fit becomes null and ends the run.

  Of two decimals with 38 digits, Spark adds all digits only if at most six of them are after the point. The others are
  added as decimals with 37 digits, and one that does not fit ends the run, too.
#}
{% macro _sum_aggregate(column, settings) %}
  {% set folded = tablestore._sum_type(column.type) %}
  {% set scale = tablestore._precision_and_scale(folded)[1] if folded.startswith('decimal(38,') else 0 %}
  {% set terms = '{acc}, {value}' if scale <= 6 or scale == 38
      else 'try_cast({acc} as decimal(37,{scale})), try_cast({value} as decimal(37,{scale}))' %}
  {% set add = 'case when {acc} is null then {value} when {value} is null then {acc} '
      ~ 'else try_add(' ~ terms | replace('{scale}', scale) ~ ') end' %}
  {% set aggregate = {
    'types': ['a number'], 'add': add, 'folds_retractions': true,
    'retract': add | replace('then {value}', 'then -{value}') | replace('try_add', 'try_subtract'),
  } %}
  {% if column.type in ['float', 'double'] %}
    {{ return(aggregate) }}
  {% endif %}
  {% do aggregate.update({'may_not_fit': true, 'folded_type': folded}) %}
  {% if folded.startswith('decimal(38,') %}
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
