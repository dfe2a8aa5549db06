{#
  An array of structs as a nested table: the rows of all arrays; with a `nested_key`, the newest row of each key. It
  stops growing at `count_limit`. A retraction removes the rows with the keys of its array or, without a `nested_key`,
  the rows equal to its rows.
#}
{% macro _nested_update_aggregate(column, settings) %}
  {% set limit = settings.count_limit or 2147483647 %}
  {% set same = tablestore._same_element(column, 'y', 'x', settings.nested_key) %}
  {% set rows = 'filter({acc}, x -> x is not null)' %}
  {% set added = 'concat(' ~ rows ~ ', slice(filter({value}, x -> x is not null), 1, ' ~ limit ~ ' - size({acc})))' %}
  {% if settings.nested_key %}
    {% set added = tablestore._last_row_per_key(added, same) %}
    {% set rows = tablestore._last_row_per_key(rows, same) %}
  {% endif %}
  {{ return({
    'types': ['an array of structs'],
    'add': 'case when {acc} is null then {value} when {value} is null or size({acc}) >= ' ~ limit ~ ' then {acc} '
      ~ 'else ' ~ added ~ ' end',
    'retract': 'if({acc} is null or {value} is null, {acc}, filter(' ~ rows
        ~ ', x -> not exists(filter({value}, y -> y is not null), y -> ' ~ same ~ ')))',
  }) }}
{% endmacro %}

{# The last of the rows with the same key. `transform` binds the array to a name, because it is used three times. #}
{% macro _last_row_per_key(rows, same) %}
  {{ return('element_at(transform(array(' ~ rows ~ '), '
      ~ 'rows -> filter(rows, (x, i) -> not exists(slice(rows, i + 2, size(rows)), y -> ' ~ same ~ '))), 1)') }}
{% endmacro %}
