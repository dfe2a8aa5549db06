{#
  The schema of the side tables in the next commit; none for that of the table. They stay where they are until a rebuild,
  because they have the changes that other models have not read yet.
#}
{% macro _next_side_schema(last, rebuild) %}
  {{ return(last.side_schema if last.epoch and not rebuild else tablestore._profile_side_schema()) }}
{% endmacro %}
