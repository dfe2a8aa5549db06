{#
  A checksum of the texts of a view and of the views beside it, but for the names of side tables. Each commit records
  it as `tablestore.view-texts`, and a run that has created these views as `tablestore.created-texts`: they differ after
  a run that was stopped in between.
#}
{% macro tablestore_view_texts(view, table) %}
  {{ return(local_md5(view.read_query(table | string) ~ view.changelog_query('') ~ tablestore_refreshes_query(''))) }}
{% endmacro %}
