{# Problems of the type of a column: no format stores it, or rows cannot be sorted by it. #}
{% macro _type_problems(options, column, format) %}
  {% set problems, refused = [], tablestore.formats()[format].refused_types if format is string and format in tablestore.formats() else {} %}
  {% for kind, advice in refused.items() if modules.re.search('(^|[<,:])' ~ kind ~ '( [a-z]| *[,>]|$)', column.type | lower) %}
    {% do problems.append("column '" ~ column.name ~ "' is of type " ~ column.type ~ ", and a keyed table on " ~ format | capitalize ~ " cannot store " ~ kind
        ~ " values: " ~ advice) %}
  {% endfor %}
  {% if column.lower_name in options.cluster_by | map('lower') and column.type.split('<')[0] in ['map', 'array', 'struct', 'variant'] %}
    {% do problems.append("'cluster_by' names '" ~ column.name ~ "', which is of type " ~ column.type ~ ", and rows are not sorted by it: name other columns") %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}
