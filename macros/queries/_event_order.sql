{#
  The order of events of one time. A row before an update comes first, because a row after it has the same time; a
  delete comes last. Then the values decide.
#}
{% macro _event_order(versions) %}
  {# an unknown kind is the last one, so that no other event hides it: it fails the run #}
  {% set parts = ["_kind not in ('-U', '+U', '-D')"] if versions.order else [] %}
  {% do parts.extend(tablestore._comparable_columns(versions.order, '_values.')) %}
  {% do parts.append("case _kind when '-U' then 0 when '+U' then 1 when '-D' then 2 else 3 end") %}
  {% set others = versions.value_columns | reject('in', versions.order + [versions.at]) | list %}
  {% do parts.extend(tablestore._comparable_columns(others, '_values.')) %}
  {{ return(tablestore._wrapped_call('struct', parts)) }}
{% endmacro %}
