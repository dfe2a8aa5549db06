{# The row kind of a row of the batch; none when the batch has no row kinds. A null in `_row_kind` is an insert. #}
{% macro _row_kind(plan) %}
  {% if not plan.kind_column %}
    {{ return(none) }}
  {% elif plan.options.rowkind_field %}
    {{ return('upper(' ~ plan.kind_column ~ ')') }}
  {% endif %}
  {{ return('coalesce(upper(' ~ plan.kind_column ~ "), '+I')") }}
{% endmacro %}

{#
  The condition that filters out rows of ignored kinds; none if no kind is ignored. Rows of an unknown kind pass,
  because the engine refuses them.
#}
{% macro _row_kind_condition(plan) %}
  {% set kind = tablestore._row_kind(plan) %}
  {% if kind and plan.options.rowkind_field %}
    {% set kind = 'coalesce(' ~ kind ~ ", '')" %}
  {% endif %}
  {% if kind and plan.options.ignore_delete %}
    {{ return(kind ~ " not in ('-U', '-D')") }}
  {% elif kind and plan.options.ignore_update_before %}
    {{ return(kind ~ " <> '-U'") }}
  {% endif %}
  {{ return(none) }}
{% endmacro %}
