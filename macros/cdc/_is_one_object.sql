{# The conditions that `j`, a text that `_parsed_object` has parsed, is one object. #}
{% macro _is_one_object() %}
  {{ return(['j._bad is null', 'size(j.objects) = 2', 'get(j.objects, 0) is not null', 'get(j.objects, 1) is null']) }}
{% endmacro %}
