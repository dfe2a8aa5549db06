{#
  An operator as a comment in the query it renders: the way from a compiled model to its compiled plan. A slash is written
  so that nothing in the JSON opens or ends a comment.
#}
{% macro _operator_mark(node) %}
  {{ return(' /* tablestore.operator ' ~ tojson(node, sort_keys=true) | replace('/', '\\/') ~ ' */') }}
{% endmacro %}

{# The operators of a compiled model, each once, in the order of its text. #}
{% macro _operators(sql) %}
  {% set found = [] %}
  {% for text in modules.re.findall('/\\* tablestore\\.operator (\\{.*?\\}) \\*/', sql) | unique %}
    {% do found.append(fromjson(text)) %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}
