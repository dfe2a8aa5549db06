{#
  The elements of all arrays in one array; with `distinct`, each element once. A retraction removes one equal element
  for each element of its array.
#}
{% macro _collect_aggregate(column, settings) %}
  {% set empty = 'cast(array() as ' ~ column.type ~ ')' %}
  {% set add = 'case when {acc} is null then {value} when {value} is null then {acc} else concat({acc}, {value}) end' %}
  {% set same = tablestore._same_element(column, 'y', 'x') %}
  {% if settings.distinct %}
    {% set all = 'concat(coalesce({acc}, ' ~ empty ~ '), coalesce({value}, ' ~ empty ~ '))' %}
    {% set distinct = 'array_distinct(' ~ all ~ ')' if same == 'y <=> x' else tablestore._first_of_equal(all, same) %}
    {% set add = 'if({acc} is null and {value} is null, null, ' ~ distinct ~ ')' %}
  {% endif %}
  {% set kept = 'filter({acc}, (x, i) -> size(filter(slice({acc}, 1, i + 1), y -> ' ~ same
      ~ ')) > size(filter({value}, y -> ' ~ same ~ ')))' %}
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

{# The first of the elements that are equal. `transform` binds the array to a name, because it is used twice. #}
{% macro _first_of_equal(elements, same) %}
  {{ return('element_at(transform(array(' ~ elements ~ '), '
      ~ 'all -> filter(all, (x, i) -> not exists(slice(all, 1, i), y -> ' ~ same ~ '))), 1)') }}
{% endmacro %}
