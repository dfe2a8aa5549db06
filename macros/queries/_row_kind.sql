{# The row kind of a row of the batch; none when the batch has no row kinds. A null in `_row_kind` is an insert. #}
{% macro _row_kind(plan) %}
  {% if not plan.kind_column %}
    {{ return(none) }}
  {% elif plan.options.rowkind_field %}
    {{ return('upper(' ~ plan.kind_column ~ ')') }}
  {% endif %}
  {{ return('coalesce(upper(' ~ plan.kind_column ~ "), '+I')") }}
{% endmacro %}
