{#
  Whether the batch is older than the stored row; none if the model has no sequence. If both are equal, the batch wins,
  because its commit is later.
#}
{% macro _is_late(plan) %}
  {% if not plan.sequence_columns %}
    {{ return(none) }}
  {% endif %}
  {% set new = 'struct(' ~ tablestore._sequence_key(plan, 'new') | join(', ') ~ ')' %}
  {% set old = 'struct(' ~ tablestore._sequence_key(plan, 'old') | join(', ') ~ ')' %}
  {{ return(new ~ (' > ' if plan.sequence_descending else ' < ') ~ old) }}
{% endmacro %}
