{#
  A regular expression for the paths of files that `new_files` reads once more, by the variable `tablestore_read_again`
  of a run; none if it is not set.
#}
{% macro _paths_to_read_again() %}
  {{ return(var('tablestore_read_again', none) or none) }}
{% endmacro %}
