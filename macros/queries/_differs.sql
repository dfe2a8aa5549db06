{#
  Whether two rows of a key differ in one of these columns. Two nulls are equal, and so are 0.0 and -0.0, and NaN and
  NaN; with `logged`, NaN differs from NaN, as in Paimon's `changelog-producer.row-deduplicate`.
#}
{% macro _differs(columns, before, after=none, logged=false) %}
  {% set same = 'true' %}
  {% if columns %}
    {% set same = tablestore._comparable_rows(columns, [after, before]) | join(' <=> ') %}
  {% endif %}
  {% set conditions = ['not (' ~ same ~ ')'] + (tablestore._nan_conditions(columns, before) if logged else []) %}
  {{ return(conditions[0] if conditions | length == 1 else '(' ~ conditions | join(' or ') ~ ')') }}
{% endmacro %}
