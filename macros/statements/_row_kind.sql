{# The row kind of a row: an insert where the batch has no kinds, or where a `_row_kind` is null. #}
{% macro _row_kind(plan) %}
  {% if not plan.kind_column %}
    {{ return("'+I'") }}
  {% elif plan.options.rowkind_field %}
    {{ return('upper(' ~ plan.kind_column ~ ')') }}
  {% endif %}
  {{ return("coalesce(upper(" ~ plan.kind_column ~ "), '+I')") }}
{% endmacro %}
