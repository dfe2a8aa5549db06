{#
  What a query reads of a changelog, written into the query by `changelog` and read from it by the run that commits the
  query's rows: the one way from the compiled text of a model to its materialization that a package has.
#}
{% macro _read_mark(read) %}
  {{ return('/* tablestore.changelog ' ~ tojson(read, sort_keys=true) ~ ' */') }}
{% endmacro %}

{# [{table, epoch, after, until}], each once #}
{% macro _reads(sql) %}
  {% set reads = [] %}
  {% for text in modules.re.findall('/\\* tablestore\\.changelog (\\{[^}]*\\}) \\*/', sql) | unique %}
    {% do reads.append(fromjson(text)) %}
  {% endfor %}
  {{ return(reads) }}
{% endmacro %}
