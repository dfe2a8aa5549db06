{#
  Whether a type is of one kind, such as `time` or `interval`, or has a part that is. A field can have this name, too;
  then a colon follows.
#}
{% macro _has_type(type, kind) %}
  {{ return(modules.re.search('(^|[<,:]) *' ~ kind ~ '(\\(\\d+\\))?( [a-z]| *[,>]|$)', type | lower) is not none) }}
{% endmacro %}
