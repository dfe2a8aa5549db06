{#
  Conditions that the merge of a column can use: whether the batch is older than the stored row (`_is_older`), and the same
  in a sequence group (`_is_older_1`), or the other way round (`_is_newer_1`).
#}
{% macro _order_conditions(plan) %}
  {% set late = tablestore._is_late(plan) %}
  {% set conditions = {'_is_older': late} if late else {} %}
  {% for group in plan.groups %}
    {% set new, old = tablestore._group_key(group, 'new.'), tablestore._group_key(group, 'old.') %}
    {% do conditions.update({'_is_older_' ~ group.number: new ~ ' < ' ~ old, '_is_newer_' ~ group.number: old ~ ' < ' ~ new}) %}
  {% endfor %}
  {{ return(conditions) }}
{% endmacro %}
