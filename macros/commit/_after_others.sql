{#
  The last commit of a table that another program has touched since, see `touched_since`. What that did counts as a
  commit whose changes are not known, so the changelog starts again after it, and no reader goes on over it. After a
  table went back, the commits that it had before do not count any more, see `_undone_commits`, but their numbers are
  taken.
#}
{% macro _after_others(node, relation, last, touched) %}
  {% set number, serial, news = last.number, last.serial, {} %}
  {% if touched.how == 'back' %}
    {% do tablestore.fail("model '" ~ node.name ~ "'", tablestore._problems_of_going_back(node, relation, last, touched)
        if tablestore.is_keyed(node) else []) %}
    {% set taken = tablestore._numbers_taken(relation, last) %}
    {% set number, serial = [number, taken.number] | max, [serial, taken.serial] | max %}
    {% do news.update(tablestore._undone_commits(last, touched, number)) %}
  {% endif %}
  {% if not tablestore.is_keyed(node) %}
    {# the rows of a view: it is rebuilt, and says why #}
    {{ return(dict(last, serial=serial, touched=touched)) }}
  {% endif %}
  {% set readers = '; its changelog starts again, and the models that read it must be rebuilt: dbt run --full-refresh'
      ~ ' --select ' ~ tablestore.versioned_name(node) ~ '+ --exclude ' ~ tablestore.versioned_name(node)
      if last.producer != 'none' else '' %}
  {% do tablestore.warn(node.name ~ ': its table ' ~ touched.what ~ ' after commit '
      ~ (touched.was.number if touched.was else last.number) ~ readers) %}
  {{ return(last if touched.how == 'replaced' else dict(last, number=number + 1, serial=serial,
      properties=dict(last.properties, **dict(news, **{'tablestore.log': 'lost',
          'tablestore.seen-version': touched.at})))) }}
{% endmacro %}

{#
  Iceberg keeps the properties of the last commit when a table goes back to an earlier snapshot, and in them what the
  model has read of other tables and of files: the next run would leave out what the table has lost. On Delta, the table
  has the properties of the commit that it went back to, unless a run that had begun before has sealed one on top.
#}
{% macro _problems_of_going_back(node, relation, last, touched) %}
  {% set rebuild = 'or ' ~ tablestore._to_rebuild(tablestore.versioned_name(node), relation,
      last.definition.system_time) %}
  {% if 'current-snapshot-id' in last.properties %}
    {{ return([] if not last.offsets else [
      relation ~ ' ' ~ touched.what ~ ', but the model has read changes or files of later ones, which would be left'
          ~ ' out',
      'go back to the last commit: call ' ~ (tablestore._quote(relation.database) ~ '.' if relation.database else '')
          ~ 'system.set_current_snapshot(table => ' ~ tablestore.string_literal(relation | string) ~ ', snapshot_id => '
          ~ last.version ~ ')', rebuild]) }}
  {% endif %}
  {% set counts_deletes = load_relation(tablestore.side_table(relation, '__deleted', last.side_schema)) is not none %}
  {{ return([] if not touched.under or not (last.offsets or counts_deletes) else [
    relation ~ ' ' ~ touched.what ~ ' while a run made commit ' ~ last.number ~ ', which has recorded that the changes,'
        ~ ' files and deletes of the undone commits were read: they would be left out',
    'repeat the RESTORE or CLONE while no run writes the table, which undoes that commit, too', rebuild]) }}
{% endmacro %}

{#
  The property with the numbers of the commits that a table does not have any more, [[first, last], ...], after it went
  back: the history and the table of deletes still have their rows. An Iceberg table keeps the properties of its last
  commit then, so those of the commit that it went back to are in the record of that one.
#}
{% macro _undone_commits(last, touched, taken) %}
  {% set record = touched.record if touched.record else last.properties %}
  {% set undone = fromjson(record.get('tablestore.undone', '[]')) %}
  {# a record that is not known may be that of any commit #}
  {% set number = taken if touched.record is not none and not touched.record else record['tablestore.commit'] | int %}
  {% set undone = undone + ([[number + 1, taken]] if number < taken else []) %}
  {{ return({'tablestore.undone': tojson(undone)} if undone else {}) }}
{% endmacro %}

{# The highest number and serial of the commits that a table has had, also before it went back. #}
{% macro _numbers_taken(relation, last) %}
  {% set history, numbers = tablestore.side_table(relation, '__commits', last.side_schema), [0] %}
  {% if load_relation(history) %}
    {% do numbers.append(tablestore.query_rows('select coalesce(max(commit), 0) as last from ' ~ history
        ~ ' where epoch = ' ~ tablestore.string_literal(last.epoch))[0].last | int) %}
  {% endif %}
  {{ return({'number': numbers | max, 'serial': tablestore._serial_taken(relation, last)}) }}
{% endmacro %}
