{# The sequence of a row as one value. #}
{% macro _record_sequence(plan, alias=none) %}
  {{ return('struct(' ~ tablestore._sequence_key(plan, alias) | join(', ') ~ ')') }}
{% endmacro %}
