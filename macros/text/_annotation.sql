{#
  A comment with JSON in a query. It is the only way for a package to pass something from the compiled text of a model
  to its materialization and to its compiled plan. The JSON has no slash, so nothing in it can open or end a comment.

    changelog     {table, epoch, after, until, order}: the range of a changelog that the query reads; of a keyed table
                  also `key`, its primary key, and `commits`, the table with the history of its commits, and `ignored`,
                  the columns whose changes alone are not in it; of another table `deletes`, whether there are any, as
                  SQL, and of an Iceberg table `offset`, what its offset has beside the commit; `resumes`, if the reader
                  has the rows before this range
    files         {subject, reader, after, read, missing, listing}: the files that the query reads for the first time
    kafka         {subject, reader, name, epoch, after, until, view}: the messages of a topic that the query reads
    operations    {column}: the changes that the query reads are rows of a log, and this column has their row kinds
    order         {by}: what the `_cdc_order` of a stream is made of
    operator      a stateful operator, as `_operator_states` returns it; the operator's query follows
    operator end  the end of that query, without JSON
#}
{% macro _annotation(kind, content=none) %}
  {% set json = '' if content is none else tojson(content, sort_keys=true) | replace('/', '\\u002f') ~ ' ' %}
  {{ return('/* tablestore.' ~ kind ~ ' ' ~ json ~ '*/') }}
{% endmacro %}

{#
  The contents of all annotations of one kind in a query, each once, in the order of the text. What a comment of the
  model has is not read: Jinja renders calls of macros there, too.
#}
{% macro _annotations(kind, sql) %}
  {% set comment = '(/\\* tablestore\\.' ~ kind ~ ' (\\{.*?\\}) \\*/|/\\*(?!\\+)|\\*/)' %}
  {% set in_comment, outside = modules.re.compile(comment), modules.re.compile(
      comment ~ '|' ~ tablestore._opaque_text(), modules.re.DOTALL) %}
  {% set found, texts, at = [], [], namespace(depth=0, end=0) %}
  {% for _ in (sql if '/* tablestore.' ~ kind ~ ' ' in sql else '') %}
    {% set token = (in_comment if at.depth else outside).search(sql, at.end) %}
    {% if not token %}{% break %}{% endif %}
    {% set at.end = token.end() %}
    {% if token[2] %}
      {% do texts.append(token[2]) if not at.depth %}
    {% elif token[1] %}
      {% set at.depth = [at.depth + (1 if token[1] == '/*' else -1), 0] | max %}
    {% endif %}
  {% endfor %}
  {% for text in texts | unique(case_sensitive=true) %}
    {% do found.append(fromjson(text)) %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}
