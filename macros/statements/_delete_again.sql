{#
  Deletes what an earlier run has inserted of a commit. An insert replaces the rows of its commit by itself, but not when they
  are in a file with other rows, after a compaction. The statement reads the staged rows, so that it fails when the commit has
  been finished in the meantime.
#}
{% macro _delete_again(plan, table, condition) %}
  {% if tablestore.formats()[plan.format].insert_options %}
    {{ return([]) }}
  {% endif %}
  {{ return(['delete from ' ~ table ~ ' where ' ~ condition ~ ' and exists (select 1 from ' ~ plan.commit_table ~ ')']) }}
{% endmacro %}
