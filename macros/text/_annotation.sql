{#
  A comment with JSON in a query. It is the only way for a package to pass something from the compiled text of a model to
  its materialization and to its compiled plan. The JSON has no slash, so nothing in it can open or end a comment.

    changelog     {table, epoch, after, until}: the range of a changelog that the query reads
    operator      a stateful operator, as `_operator_states` returns it; the operator's query follows
    operator end  the end of that query, without JSON
#}
{% macro _annotation(kind, content=none) %}
  {% set json = '' if content is none else tojson(content, sort_keys=true) | replace('/', '\\u002f') ~ ' ' %}
  {{ return('/* tablestore.' ~ kind ~ ' ' ~ json ~ '*/') }}
{% endmacro %}
