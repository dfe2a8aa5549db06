{#
  The condition that the commit of a row of the history is one that the table still has.

    undone  the numbers of the others, see `_undone_commits`
#}
{% macro _is_not_undone(column, undone) %}
  {% set conditions = [] %}
  {% for range in undone %}
    {% do conditions.append(' and ' ~ column ~ ' not between ' ~ range[0] ~ ' and ' ~ range[1]) %}
  {% endfor %}
  {{ return(conditions | join) }}
{% endmacro %}
