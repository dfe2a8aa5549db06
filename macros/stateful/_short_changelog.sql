{# Why an operator needs the whole changelog of an input, and what to do. #}
{% macro _short_changelog(input, reason) %}
  {{ return(input.upstream.table ~ ': its changelog begins after commit ' ~ input.upstream.start ~ ', and ' ~ reason
      ~ ': rebuild the table, ' ~ tablestore.rebuild_command(tablestore._selected_name(input.relation))
      ~ ', and keep its changelog (no changelog_time_retained)') }}
{% endmacro %}
