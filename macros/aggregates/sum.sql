{#
  Sum of the values that are not null; a retracted value is subtracted. Whole numbers add up in a wider type, so only
  the result must fit. Fractions add up one after the other: their sum depends on the order, and the order is the row's.
#}
{% macro _sum_aggregate(column, settings) %}
  {% set whole = {'tinyint': 'bigint', 'smallint': 'bigint', 'int': 'bigint', 'bigint': 'decimal(20,0)'} %}
  {% set add = 'case when {acc} is null then {value} when {value} is null then {acc} else {acc} + {value} end' %}
  {% if column.type in ['float', 'double'] %}
    {{ return({'types': ['a number'], 'add': add, 'signed': true,
               'retract': add | replace('then {value}', 'then -{value}') | replace('+', '-')}) }}
  {% endif %}
  {% set wide = whole.get(column.type, column.type) %}
  {% set value = 'cast({value} as ' ~ wide ~ ')' if column.type in whole else '{value}' %}
  {{ return({
    'types': ['a number'],
    'add': add | replace('{acc} + {value}', 'try_add({acc}, {value})'),
    'retract': (add | replace('{acc} + {value}', 'try_subtract({acc}, {value})') | replace('then {value}', 'then -{value}')),
    'hash': 'sum(' ~ value ~ '){where}',
    'hash_both': 'sum(if({retract}, -' ~ value ~ ', ' ~ value ~ ')){where}',
    'commutes': true, 'signed': true, 'checked': true,
    'state': tablestore._sum_state(column.type),
  }) }}
{% endmacro %}

{# What holds any sum of a batch. #}
{% macro _sum_state(type) %}
  {% if type == 'bigint' %}
    {{ return('decimal(30,0)') }}
  {% elif type.startswith('decimal') %}
    {% set digits = modules.re.findall('[0-9]+', type) | map('int') | list %}
    {{ return('decimal(' ~ [digits[0] + 10, 38] | min ~ ',' ~ digits[1] ~ ')') }}
  {% endif %}
  {{ return('bigint') }}
{% endmacro %}
