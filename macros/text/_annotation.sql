{#
  A comment with JSON in a query. It is the only way for a package to pass something from the compiled text of a model
  to its materialization and to its compiled plan. The JSON has no slash, so nothing in it can open or end a comment.

    changelog     {table, epoch, after, until}: the range of a changelog that the query reads
    files         {subject, after, read, missing}: the files that the query reads for the first time
    kafka         {subject, name, epoch, after, until}: the messages of a topic that the query reads
    operator      a stateful operator, as `_operator_states` returns it; the operator's query follows
    operator end  the end of that query, without JSON
#}
{% macro _annotation(kind, content=none) %}
  {% set json = '' if content is none else tojson(content, sort_keys=true) | replace('/', '\\u002f') ~ ' ' %}
  {{ return('/* tablestore.' ~ kind ~ ' ' ~ json ~ '*/') }}
{% endmacro %}

{# The contents of all annotations of one kind in a query, each once, in the order of the text. #}
{% macro _annotations(kind, sql) %}
  {% set found = [] %}
  {% for text in modules.re.findall('/\\* tablestore\\.' ~ kind ~ ' (\\{.*?\\}) \\*/', sql) | unique %}
    {% do found.append(fromjson(text)) %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}
