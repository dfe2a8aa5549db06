{#
  Product of the values that are not null; a retracted value divides, whole numbers towards zero. Once a product does
  not fit it stays unknown, and the run is refused.
#}
{% macro _product_aggregate(column, settings) %}
  {% set add = 'case when {init} and {acc} is null then null when {acc} is null then {value} when {value} is null then {acc} else {product} end' %}
  {% set retract = 'case when {acc} is null or {value} is null then {acc} else {quotient} end' %}
  {% set aggregate = {'types': ['a number'], 'starts': '{value} is not null', 'checked': true} %}
  {% if column.type in ['float', 'double'] %}
    {% do aggregate.update({'checked': false}) %}
    {% set product, quotient = '{acc} * {value}', 'cast(try_divide({acc}, {value}) as ' ~ column.type ~ ')' %}
  {% elif column.type.startswith('decimal') %}
    {% set product = 'try_cast(try_multiply({acc}, {value}) as ' ~ column.type ~ ')' %}
    {% set quotient = 'case when try_multiply(try_divide({acc}, {value}), {value}) = {acc} then try_cast(try_divide({acc}, {value}) as '
        ~ column.type ~ ') end' %}
  {% else %}
    {% do aggregate.update({'folded_type': 'decimal(38,0)'}) %}
    {% set product = 'try_multiply(cast({acc} as decimal(38,0)), cast({value} as decimal(38,0)))' %}
    {% set quotient = 'cast(try_divide(cast({acc} as decimal(38,0)) - cast({acc} as decimal(38,0)) % nullif({value}, 0), {value})'
        ~ ' as decimal(38,0))' %}
  {% endif %}
  {% set add = add | replace('{product}', product) %}
  {% do aggregate.update({'add': add, 'reversed': add, 'commutes': true, 'retract': retract | replace('{quotient}', quotient)}) %}
  {{ return(aggregate) }}
{% endmacro %}
