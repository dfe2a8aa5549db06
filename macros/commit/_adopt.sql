{#
  Turns an existing table that is not a keyed table into one. Its keys must be unique, and not null unless the model
  keeps null keys. The table is sealed as commit 0 of a new epoch and becomes merge-on-read, unless the model's
  tblproperties say otherwise; a newer version of its format is kept. Its rows are in no changelog. Two runs that adopt
  the table at the same time name the same epoch, so they compete for its first commit. Returns the last commit of the
  table.
#}
{% macro _adopt(plan, relation, last) %}
  {% do tablestore._assert_keys(plan, 'the existing table cannot become a keyed table') %}
  {% set last = dict(last, epoch=local_md5('adopted ' ~ relation ~ tablestore._origin(relation, last)),
      changelog_complete=false) %}
  {% set commit = tablestore._next_commit(plan, relation, dict(last, number=-1), starts=false) %}
  {% set format = plan.table_format %}
  {% set properties = dict(format.properties, **plan.layout.properties) %}
  {% if format.version_property
      and properties[format.version_property] | int < last.properties.get(format.version_property, '0') | int %}
    {% do properties.pop(format.version_property) %}
  {% endif %}
  {# what is left if it was a keyed table before, see `touched_since` #}
  {% do properties.update({'tablestore.next-state-since': ''}) if 'tablestore.next-state-since'
      in tablestore.table_properties(relation) %}
  {% do properties.update({'tablestore.version': last.snapshot}) if last.snapshot %}
  {% do tablestore._run([tablestore._property_statement(plan, dict(properties, **commit.properties), 'alter')]) %}
  {{ return(dict(last, properties=dict(last.properties,
      **{'tablestore.writer': commit.properties['tablestore.writer']}))) }}
{% endmacro %}
