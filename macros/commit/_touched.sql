{#
  What `touched_since` says of an Iceberg table with another snapshot than that of its last commit, from its properties
  with those of the commit; none for a Delta table. CREATE OR REPLACE keeps the record of a rebuild that is not
  published, so the table is only that of the rebuild if it has the snapshot.
#}
{% macro _touched(relation, properties) %}
  {% set current, version = properties.get('current-snapshot-id'), properties.get('tablestore.version') %}
  {% set switched = properties.get('tablestore.switched') %}
  {% if version and current %}
    {{ return(tablestore._touched_snapshots(relation, properties)) }}
  {% elif not switched or not current %}
    {{ return(none) }}
  {% endif %}
  {% set is_rebuilt = tablestore._version_of_run(relation, current, fromjson(switched)['tablestore.run']) %}
  {{ return(none if is_rebuilt else tablestore._touched_by_replacing(properties)) }}
{% endmacro %}

{# What is known of a table that was replaced: `was` is its last commit before, which Iceberg still records. #}
{% macro _touched_by_replacing(properties) %}
  {{ return({'how': 'replaced', 'what': 'was replaced', 'at': properties['current-snapshot-id'], 'was': {
    'number': properties.get('tablestore.commit'), 'offsets': fromjson(properties.get('tablestore.offsets', '{}'))}}) }}
{% endmacro %}

{# The same where the last commit is published. #}
{% macro _touched_snapshots(relation, properties) %}
  {% set version, current = properties['tablestore.version'] | string, properties['current-snapshot-id'] %}
  {% set known, before, others = {}, [], [] %}
  {% for row in tablestore.query_rows(tablestore._snapshots_query(relation)) %}
    {% do known.update({row.id | string: row}) %}
  {% endfor %}
  {% set at = namespace(id=version) %}
  {% for _ in known %}
    {% if at.id not in known %}{% break %}{% endif %}
    {% set at.id = known[at.id].parent | string %}
    {% do before.append(at.id) %}
  {% endfor %}
  {% set at.id = current %}
  {% for _ in known %}
    {% if at.id not in known or at.id == version %}{% break %}{% endif %}
    {% set row = known[at.id] %}
    {% set record = fromjson(row.record) if row.record else {} %}
    {% if at.id in before %}
      {{ return(tablestore._touched_by(others or [row], true, current)) }}
    {% elif record.get('tablestore.epoch') == properties['tablestore.epoch']
        and record['tablestore.commit'] > properties['tablestore.commit'] | int %}
      {# a commit that is not published yet, which may have made several snapshots #}
      {% set at.id = version %}
    {% elif record.get('tablestore.epoch', properties['tablestore.epoch']) != properties['tablestore.epoch'] %}
      {# a commit from before a rebuild #}
      {{ return(tablestore._touched_by_replacing(properties)) }}
    {% else %}
      {% do others.append(row) if row.operation != 'replace' %}
      {% set at.id = row.parent | string %}
    {% endif %}
  {% endfor %}
  {# a parent that has expired says nothing #}
  {{ return(tablestore._touched_by_replacing(properties) if at.id in ['None', 'none']
      else tablestore._touched_by(others, false, current)) }}
{% endmacro %}

{# What the snapshots or versions of others, the newest first, have done; none if there are none. #}
{% macro _touched_by(others, is_back, at) %}
  {% if not others %}
    {{ return(none) }}
  {% endif %}
  {% set row = others[0] %}
  {% set what = 'went back to an earlier commit' if is_back else 'was written by another program' %}
  {{ return({'how': 'back' if is_back else 'written', 'at': at | string,
      'what': what ~ ' (' ~ row.operation | lower ~ ' of ' ~ (row.at or row.timestamp) ~ ')'}) }}
{% endmacro %}
