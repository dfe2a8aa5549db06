{#
  Drops the tables of runs that were killed, or whose rows were refused: `<model>__commit_<id>`, `__input_<id>` and
  `__batch_<id>`, and returns their names. Another run may be writing such a table, so it is dropped at once only if
  this run has locked the model, or if its commit can no longer become part of the table, because that has one with a
  serial as high; and otherwise after a day of the machine's clock, which `tablestore_clock` does not change. Other runs
  drop their tables meanwhile, and nothing depends on this, so a table that is gone is left out, and an error is a
  warning.
#}
{% macro _drop_left_tables(relation, last, locked) %}
  {% set beginning, dropped = tablestore.side_table(relation, '__', last.side_schema), [] %}
  {% set name = modules.re.compile(modules.re.escape(beginning.identifier | lower)
      ~ '(commit|input|batch)_((\\d+)_)?[0-9a-f]{8}$') %}
  {% set day_ago = (tablestore._clock_now() - modules.datetime.timedelta(days=1)).strftime('%Y-%m-%d %H:%M:%S') %}
  {% set tables = tablestore.query_rows('show tables in ' ~ beginning.include(identifier=false)) %}
  {% for row in tables if name.match(row.tableName | lower) and not row.isTemporary %}
    {% set table = beginning.incorporate(path={'identifier': row.tableName}) %}
    {% set properties = tablestore._properties_if_there(table) %}
    {% set serial = name.match(row.tableName | lower).group(3) %}
    {% set is_late = serial and serial | int <= last.serial and properties.get('tablestore.epoch') == last.epoch %}
    {% set made_at = properties.get('tablestore.made-at') or properties.get('tablestore.staged-at') or day_ago %}
    {% if 'tablestore.format' in properties and (locked or is_late or made_at < day_ago) %}
      {% set format = tablestore._format(properties['tablestore.format']) %}
      {% set problem = tablestore._run_attempt([tablestore._drop_statement(format, table)]).problem %}
      {% do tablestore.warn(table ~ ', which a run has left behind, was not dropped: ' ~ problem) if problem %}
      {% do tablestore._adapter_cache([], [table]) if not problem %}
      {% do dropped.append(table | string) if not problem %}
    {% endif %}
  {% endfor %}
  {{ return(dropped) }}
{% endmacro %}
