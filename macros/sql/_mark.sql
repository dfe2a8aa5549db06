{#
  A remark in a query, a comment with JSON: the one way from the compiled text of a model to its materialization, and to
  its compiled plan, that a package has. A slash is written so that nothing in the JSON opens or ends a comment.

    changelog  {table, epoch, after, until}, what the query reads of a changelog
    operator   an operator that keeps state, as `_operator` has it; its query ends at the `_end_mark`
#}
{% macro _mark(kind, content) %}
  {{ return('/* tablestore.' ~ kind ~ ' ' ~ tojson(content, sort_keys=true) | replace('/', '\\/') ~ ' */') }}
{% endmacro %}

{% macro _end_mark(kind) %}
  {{ return('/* tablestore.' ~ kind ~ ' end */') }}
{% endmacro %}

{# What the remarks of a kind say, each once, in the order of the text. #}
{% macro _marked(kind, sql) %}
  {% set found = [] %}
  {% for text in modules.re.findall('/\\* tablestore\\.' ~ kind ~ ' (\\{.*?\\}) \\*/', sql) | unique %}
    {% do found.append(fromjson(text)) %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}
