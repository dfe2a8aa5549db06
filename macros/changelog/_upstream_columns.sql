{#
  The quoted names of an upstream's columns and of its primary key: {all, primary_key}; `compared` are the columns
  besides the key.
#}
{% macro _upstream_columns(upstream) %}
  {% set rows = upstream.snapshot or upstream.rows %}
  {% set columns = tablestore._columns_of_model(tablestore.query_columns('select * from ' ~ rows)) %}
  {% set keys = upstream.primary_key | map('lower') | list %}
  {{ return({'all': columns | map(attribute='quoted') | list, 'primary_key': tablestore._quoted(upstream.primary_key),
             'types': columns | map(attribute='type') | list,
             'compared': columns | rejectattr('lower_name', 'in', keys) | list}) }}
{% endmacro %}
