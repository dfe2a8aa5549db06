{#
  Changes as an array: pairs of a row kind and a row.

    field  the name of the row in the structs
    added  another field of them, with its name; none if they have no other
#}
{% macro _change_array(changes, field='image', added=none) %}
  {% set texts, more = [], ', ' ~ added if added else '' %}
  {% for kind, image in changes %}
    {% do texts.append("named_struct('kind', '" ~ kind ~ "', '" ~ field ~ "', " ~ image ~ ", 'n', '" ~ loop.index0
        ~ "'" ~ more ~ ')') %}
  {% endfor %}
  {{ return(tablestore._wrapped_call('array', texts)) }}
{% endmacro %}
