{# The stored rows of the batch's keys, and of no other key. Keys are never null, so `=` finds them. #}
{% macro _old_rows(plan, folded) %}
  {%- set columns = (tablestore._stored_columns(plan) + plan.kept_columns) | map(attribute='quoted') -%}
  select old.{{ columns | join(', old.') }}
  from {{ plan.table }} as old
  join {{ folded }} as new on {{ tablestore._key_match(plan, 'old', 'new') }}
{%- endmacro %}
