{#
  Sum of the values that are not null; a retracted value is subtracted. Whole numbers and most decimals add up in a
  wider type, so only the result must fit. Fractions add up one after the other: their sum depends on the order. So do
  the widest decimals: once their sum does not fit it stays unknown, and the run is refused.
#}
{% macro _sum_aggregate(column, settings) %}
  {% set add = 'case when {acc} is null then {value} when {value} is null then {acc} else try_add({acc}, {value}) end' %}
  {% set aggregate = {
    'types': ['a number'], 'add': add, 'signed': true,
    'retract': add | replace('then {value}', 'then -{value}') | replace('try_add', 'try_subtract'),
  } %}
  {% if column.type in ['float', 'double'] %}
    {{ return(aggregate) }}
  {% endif %}
  {% do aggregate.update({'checked': true, 'commutes': true, 'folded_type': tablestore._sum_type(column.type)}) %}
  {% if aggregate.folded_type.startswith('decimal(38,') %}
    {% do aggregate.update({'starts': '{value} is not null', 'commutes': false}) %}
    {% for name in ['add', 'retract'] %}
      {% do aggregate.update({name: aggregate[name] | replace('case when', 'case when {init} and {acc} is null then null when', 1)}) %}
    {% endfor %}
    {{ return(dict(aggregate, reversed=aggregate.add)) }}
  {% endif %}
  {% set wide = {'tinyint': 'bigint', 'smallint': 'bigint', 'int': 'bigint', 'bigint': 'decimal(20,0)'}.get(column.type, column.type) %}
  {% set value = '{value}' if wide == column.type else 'cast({value} as ' ~ wide ~ ')' %}
  {% do aggregate.update({'hash': 'sum(' ~ value ~ '){where}', 'hash_both': 'sum(if({retract}, -' ~ value ~ ', ' ~ value ~ ')){where}'}) %}
  {{ return(aggregate) }}
{% endmacro %}

{# What holds any sum of a batch. #}
{% macro _sum_type(type) %}
  {% if type == 'bigint' %}
    {{ return('decimal(30,0)') }}
  {% elif type.startswith('decimal') %}
    {% set precision, scale = tablestore._precision_and_scale(type) %}
    {{ return('decimal(' ~ [precision + 10, 38] | min ~ ',' ~ scale ~ ')') }}
  {% endif %}
  {{ return('bigint') }}
{% endmacro %}
