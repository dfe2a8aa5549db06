{#
  Drops the tables of runs that were killed, or whose rows were refused: `<model>__commit_<id>`, `__input_<id>` and `__batch_<id>`. Another run may be writing such a table, so it is dropped
  after a day of the machine's clock, which `tablestore_clock` does not change, or at once if this run has locked the model.
  Returns their names.
#}
{% macro _drop_left_tables(relation, last, locked) %}
  {% set beginning, dropped = tablestore._side_table(relation, '__', last.side_schema), [] %}
  {% set name = modules.re.compile(modules.re.escape(beginning.identifier | lower) ~ '(commit|input|batch)_[0-9a-f]{8}$') %}
  {% set day_ago = (tablestore._utc_now() - modules.datetime.timedelta(days=1)).strftime('%Y-%m-%d %H:%M:%S') %}
  {% set tables = tablestore._rows('show tables in ' ~ beginning.include(identifier=false)) %}
  {% for row in tables if name.match(row.tableName | lower) %}
    {% set table = beginning.incorporate(path={'identifier': row.tableName}) %}
    {% set properties = tablestore._table_properties(table) %}
    {% if 'tablestore.format' in properties and (locked or (properties.get('tablestore.made-at') or properties.get('tablestore.staged-at') or day_ago) < day_ago) %}
      {% do tablestore._run([tablestore.formats()[properties['tablestore.format']].drop | replace('{table}', table | string)]) %}
      {% do adapter.cache_dropped(table) %}
      {% do dropped.append(table | string) %}
    {% endif %}
  {% endfor %}
  {{ return(dropped) }}
{% endmacro %}
