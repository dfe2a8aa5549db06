{# The entries of all maps in one map; the newest value of a key wins. A retraction removes the keys of its map. #}
{% macro _merge_map_aggregate(column, settings) %}
  {% set others = 'map_filter({acc}, (k, v) -> not map_contains_key({value}, k))' %}
  {{ return({
    'types': ['a map'],
    'add': 'case when {acc} is null then {value} when {value} is null then {acc} '
      ~ 'else map_concat(' ~ others ~ ', {value}) end',
    'retract': 'if({acc} is null or {value} is null, {acc}, ' ~ others ~ ')',
  }) }}
{% endmacro %}
