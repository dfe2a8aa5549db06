{#
  The elements of all arrays in one array; with `distinct`, each element once. A retraction removes one equal element
  for each element of its array.
#}
{% macro _collect_aggregate(column, settings) %}
  {% set empty = 'cast(array() as ' ~ column.type ~ ')' %}
  {% set add = 'case when {acc} is null then {value} when {value} is null then {acc} else concat({acc}, {value}) end' %}
  {% if settings.distinct %}
    {% set add = 'if({acc} is null and {value} is null, null, array_distinct(concat(coalesce({acc}, ' ~ empty ~ '), coalesce({value}, '
        ~ empty ~ '))))' %}
  {% endif %}
  {% set kept = 'filter({acc}, (x, i) -> size(filter(slice({acc}, 1, i + 1), y -> y <=> x)) > size(filter({value}, y -> y <=> x)))' %}
  {% set aggregate = {
    'types': ['an array'],
    'add': add,
    'retract': 'if({acc} is null or {value} is null, {acc}, ' ~ kept ~ ')',
    'keeps_first_value': settings.distinct or false,
  } %}
  {# Paimon appends an older array too, except where retractions are ignored. #}
  {% if not settings.ignore_retract %}
    {% do aggregate.update({'add_older': add}) %}
  {% endif %}
  {{ return(aggregate) }}
{% endmacro %}
