{#
  What makes a shallow clone of a Delta table that, if it is a keyed table, goes on from the last commit: {copies,
  clauses}. Fails if a commit is not published: the clone would have its rows, and merge the same batch again.

    copies   the statements that give the clone the deletes and the files of the commits that it has. They come before
             the clone: without its table nobody reads them, and the next clone or run drops or passes over them
    clauses  what follows the name of the table in SHALLOW CLONE: the version with its rows, and the record of the
             commit, which names the version of the clone, and the place of side tables of its own

    clone  the table that is made
#}
{% macro clone_parts(relation, clone) %}
  {% set last = tablestore.last_commit(relation, true) %}
  {% if not last.epoch %}
    {{ return({'copies': [], 'clauses': ''}) }}
  {% endif %}
  {# whatever is in this version and not published is found by the look that follows #}
  {% set version = tablestore._adapter_last_version(relation)[0].version %}
  {% do tablestore.fail(relation | string, ['it has a commit that is not published. If no run of its model is under '
      ~ 'way, its last run was stopped; publish it: '
      ~ tablestore._publish_command(tablestore._selected_name(relation))]
      if tablestore._unpublished(relation, last) else []) %}
  {% set stored, name = tablestore.table_properties(relation), tablestore._property_names(last.epoch).commits
      ~ last.number %}
  {% set schema = tablestore.profile_side_schema() %}
  {% set place = tablestore._next_place(clone, schema, {}, false) %}
  {% set first = dict({'tablestore.version': '0', 'tablestore.seen-version': '0'} if last.version else {}, **{
      'tablestore.side-tables': tojson(place, sort_keys=true)}) %}
  {% set properties = {name: tojson(dict(fromjson(stored[name]), **first), sort_keys=true)} if name in stored
      else first %}
  {{ return({'copies': tablestore._copies_of_clone(relation, clone, last, schema),
      'clauses': ' version as of ' ~ version ~ ' tblproperties ' ~ tablestore._property_list(properties)}) }}
{% endmacro %}

{#
  The statements that copy the rows of the build up to the last commit from the history and the table of deletes. Fails
  if a table that a keyed model did not write has the name of a copy.
#}
{% macro _copies_of_clone(relation, clone, last, schema) %}
  {% set found, copies, numbers = {}, [], {'__commits': ['epoch', 'commit'], '__deleted': ['_epoch', '_commit']} %}
  {% for suffix in numbers %}
    {% set table = tablestore.side_table(relation, suffix, last.side_schema) %}
    {% do found.update({suffix: table}) if load_relation(table) or tablestore._exists_now(table) %}
  {% endfor %}
  {% set options = {'changelog_producer': 'none', 'delete_retained': found.get('__deleted')} %}
  {% do tablestore._assert_side_tables({'model': clone.identifier, 'options': options}, clone,
      {'epoch': none, 'producer': 'none'}, schema) if found %}
  {% do tablestore._created_side_schema(clone, schema) if found and schema %}
  {% set plan = {'table': clone | string, 'table_format': tablestore._format(last.properties['tablestore.format'])} %}
  {% for suffix, table in found.items() %}
    {% do copies.append(tablestore._history_copy(dict(plan, history_table=tablestore.side_table(clone, suffix, schema)),
        table).sql ~ '\nwhere ' ~ numbers[suffix][0] ~ ' = ' ~ tablestore.string_literal(last.epoch) ~ ' and '
        ~ numbers[suffix][1] ~ ' <= ' ~ last.number) %}
  {% endfor %}
  {{ return(copies) }}
{% endmacro %}
