{#
  The product of the values that are not null. A retraction divides; integers truncate toward zero. A product that
  does not fit becomes null and ends the run.
#}
{% macro _product_aggregate(column, settings) %}
  {% set add = 'case when {acc} is null then {value} when {value} is null then {acc} else {product} end' %}
  {% set retract = 'case when {acc} is null or {value} is null then {acc} else {quotient} end' %}
  {% set aggregate = {'types': ['a number'], 'refused_type': 'decimal(38,38)', 'commutative': true} %}
  {% if column.type in ['float', 'double'] %}
    {% set product, quotient = '{acc} * {value}', 'cast(try_divide({acc}, {value}) as ' ~ column.type ~ ')' %}
  {% else %}
    {% do aggregate.update({'starts': '{value} is not null', 'fold_overflows': true, 'may_not_fit': true}) %}
  {% endif %}
  {% if column.type.startswith('decimal') %}
    {% set factor, divided = tablestore._factor_template(column.type), 'try_divide({acc}, {value})' %}
    {% set product = 'try_cast(try_multiply(' ~ factor | replace('{}', '{acc}') ~ ', '
        ~ factor | replace('{}', '{value}') ~ ') as ' ~ column.type ~ ')' %}
    {% set quotient = 'case when try_multiply(' ~ factor | replace('{}', divided) ~ ', '
        ~ factor | replace('{}', '{value}') ~ ') = {acc} then try_cast(' ~ divided ~ ' as ' ~ column.type ~ ') end' %}
  {% elif aggregate.may_not_fit %}
    {% do aggregate.update({'folded_type': 'decimal(38,0)'}) %}
    {% set product = 'try_multiply(cast({acc} as decimal(38,0)), cast({value} as decimal(38,0)))' %}
    {% set quotient = 'cast(try_divide(cast({acc} as decimal(38,0)) '
        ~ '- cast({acc} as decimal(38,0)) % nullif({value}, 0), {value}) as decimal(38,0))' %}
  {% endif %}
  {% set add = add | replace('{product}', product) %}
  {{ return(dict(aggregate, add=add, add_older=add, retract=retract | replace('{quotient}', quotient))) }}
{% endmacro %}

{#
  A factor `{}` of a product of decimals. Of two wide ones, Spark computes only six digits after the point, so a column
  with more has factors with fewer digits before it; a factor that does not fit ends the run, too.
#}
{% macro _factor_template(type) %}
  {% set precision, scale = tablestore._precision_and_scale(type) %}
  {% set whole = (37 - scale) // 2 %}
  {{ return('{}' if scale <= 6 or precision - scale <= whole
      else 'try_cast({} as decimal(' ~ (whole + scale) ~ ',' ~ scale ~ '))') }}
{% endmacro %}
