{#
  What follows the name of a Delta table in SHALLOW CLONE, so that the clone of a keyed table goes on from the last
  commit: the version with its rows, and the record of the commit, which names the version of the clone, and the place
  of side tables of its own. Fails if a commit is not published: the clone would have its rows, and merge the same batch
  again.

    clone  the table that is made
#}
{% macro clone_clauses(relation, clone) %}
  {% set last = tablestore.last_commit(relation, true) %}
  {% if not last.epoch %}
    {{ return('') }}
  {% endif %}
  {# whatever is in this version and not published is found by the look that follows #}
  {% set version = tablestore._adapter_last_version(relation)[0].version %}
  {% do tablestore.fail(relation | string, ['it has a commit that is not published. If no run of its model is under '
      ~ 'way, its last run was stopped; publish it: '
      ~ tablestore._publish_command(tablestore._selected_name(relation))]
      if tablestore._unpublished(relation, last) else []) %}
  {% set stored, name = tablestore.table_properties(relation), tablestore._property_names(last.epoch).commits
      ~ last.number %}
  {% set place = tablestore._next_place(clone, tablestore.profile_side_schema(), {}, false) %}
  {% set first = dict({'tablestore.version': '0', 'tablestore.seen-version': '0'} if last.version else {}, **{
      'tablestore.side-tables': tojson(place, sort_keys=true)}) %}
  {% set properties = {name: tojson(dict(fromjson(stored[name]), **first), sort_keys=true)} if name in stored
      else first %}
  {{ return(' version as of ' ~ version ~ ' tblproperties ' ~ tablestore._property_list(properties)) }}
{% endmacro %}
