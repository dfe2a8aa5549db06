{#
  The sum of the values that are not null. A retraction subtracts its value. Integers and most decimals are added in a
  wider type, so only the result has to fit. Floating-point numbers are added one by one, because their sum depends on
  the order. So are the widest decimals: a sum that does not fit becomes null and ends the run.

  Of two decimals with 38 digits, Spark adds all digits only if at most six of them are after the point. The others are
  added as decimals with 37 digits, and a value or a sum that does not fit ends the run, too: no later one could be
  added to it.
#}
{% macro _sum_aggregate(column, settings) %}
  {% set folded = tablestore._sum_type(column.type) %}
  {% set scale = tablestore._precision_and_scale(folded)[1] if folded.startswith('decimal(38,') else 0 %}
  {% set narrower = 'decimal(37,' ~ scale ~ ')' if scale > 6 else none %}
  {% set terms = 'try_cast({acc} as ' ~ narrower ~ '), try_cast({value} as ' ~ narrower ~ ')' if narrower
      else '{acc}, {value}' %}
  {% set add = 'case when {acc} is null then {value} when {value} is null then {acc} '
      ~ 'else try_add(' ~ terms ~ ') end' %}
  {# the type of an integer has no value for the opposite of its smallest one #}
  {% set negated = '-{value}' if tablestore._type_family(column.type) != 'integer'
      else '-cast({value} as ' ~ folded ~ ')' %}
  {% set aggregate = {
    'types': ['a number'], 'refused_type': 'decimal(38,38)', 'add': add, 'folds_retractions': true,
    'retract': add | replace('then {value}', 'then ' ~ negated) | replace('try_add', 'try_subtract'),
  } %}
  {% if column.type in ['float', 'double'] %}
    {{ return(aggregate) }}
  {% endif %}
  {% do aggregate.update({'may_not_fit': true, 'folded_type': folded}) %}
  {% if folded.startswith('decimal(38,') %}
    {% set starts = '{value} is not null' %}
    {{ return(dict(aggregate, add_older=add, starts=starts, starts_retracted=starts, fold_overflows=true,
        stored_as=narrower if column.type.startswith('decimal(38,') else none)) }}
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
