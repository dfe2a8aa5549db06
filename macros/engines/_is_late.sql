{# Whether the batch's row is older than the stored one; on a tie the later commit, that is the batch, wins. #}
{% macro _is_late(plan) %}
  {% if not plan.sequence_columns %}
    {{ return('false') }}
  {% endif %}
  {% set new = 'struct(' ~ tablestore._sequence_key(plan, 'new') | join(', ') ~ ')' %}
  {% set old = 'struct(' ~ tablestore._sequence_key(plan, 'old') | join(', ') ~ ')' %}
  {{ return(new ~ (' > ' if plan.sequence_descending else ' < ') ~ old) }}
{% endmacro %}
