{#
  What runs of versions before 0.1.0 have left beside a table; none for a table that a later one has written. They
  staged the rows of a commit in `<model>__commit_<id>`, kept them until the next commit, and claimed the number of a
  commit by a table or view `<model>__claim_<number>_<epoch>` before they wrote anything else. Returns

    tables  these tables: name in lower case -> {table, properties}
    claim   the properties of the claim of a commit that is not sealed; none without one
    id      that of the staged rows of this commit, or of a rebuild that has replaced the table and is not sealed; else
            none
    stage   the properties of the table with these rows; none if it is gone
#}
{% macro _earlier_commit(relation, last) %}
  {% set schema = tablestore._next_side_schema(last, false) %}
  {% set first_claim = tablestore.side_table(relation, '__claim_1_new', schema) %}
  {% if 'tablestore.serial' in last.properties or (not last.epoch if last.exists else not load_relation(first_claim)) %}
    {{ return(none) }}
  {% endif %}
  {% set place, tables, claims = fromjson(last.properties.get('tablestore.side-tables', '{}')), {}, [] %}
  {# a rebuild that moves the side tables has its staged rows where it moves them, and its claim where they were #}
  {% set planned = tablestore.profile_side_schema() %}
  {% set moves = planned and planned != schema and tablestore._adapter_has_schema(relation.database, planned) %}
  {% for schema in [schema] + ([place.moved_from] if 'moved_from' in place else []) + ([planned] if moves else []) %}
    {% do tables.update(tablestore._earlier_tables(relation, schema)) %}
  {% endfor %}
  {% for found in tables.values() if 'tablestore.rebuild' in found.properties %}
    {% if last.epoch and found.properties['tablestore.epoch'] == last.epoch
        and found.properties['tablestore.rebuild'] != 'true'
        and found.properties['tablestore.commit'] | int > last.number %}
      {% do claims.append(found.properties) %}
    {% endif %}
  {% endfor %}
  {% set replaced = last.properties.get('tablestore.staged') if last.epoch and last.number == 0 %}
  {% set id = replaced or (claims[0]['tablestore.staged'] if claims else none) %}
  {% set stage = tables.get(tablestore.side_table(relation, '__commit_' ~ id, last.side_schema) | string | lower) if id
      else none %}
  {{ return({'tables': tables, 'claim': claims[0] if claims else none, 'id': id, 'stage': stage.properties if stage
      else none}) }}
{% endmacro %}

{#
  The claims and the tables with staged rows of versions before 0.1.0 in a schema. Tables that later versions keep have
  other properties.
#}
{% macro _earlier_tables(relation, schema) %}
  {% set beginning, tables = tablestore.side_table(relation, '__', schema), {} %}
  {% set name = modules.re.compile(modules.re.escape(beginning.identifier | lower)
      ~ '(claim_[0-9]+_([0-9a-f]{8}|new)|(commit|input|batch)_[0-9a-f]{8})$') %}
  {% for row in tablestore.query_rows('show tables in ' ~ beginning.include(identifier=false))
      if name.match(row.tableName | lower) and not row.isTemporary %}
    {% set table = beginning.incorporate(path={'identifier': row.tableName}) %}
    {% set properties = tablestore.table_properties(table, of_run=true) %}
    {% if 'tablestore.staged-at' in properties or 'tablestore.rebuild' in properties %}
      {% do tables.update({table | string | lower: {'table': table, 'properties': properties}}) %}
    {% endif %}
  {% endfor %}
  {{ return(tables) }}
{% endmacro %}
