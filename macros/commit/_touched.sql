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
  {% set epoch, number = properties['tablestore.epoch'], properties['tablestore.commit'] | int %}
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
    {% set is_own = record.get('tablestore.epoch') == epoch %}
    {# the snapshot of the last commit may have expired, and with it the way from there to this one #}
    {% if at.id in before or (is_own and record['tablestore.commit'] < number) %}
      {{ return(tablestore._touched_by(others or [row], true, current, tablestore._record_at(known, at.id))) }}
    {% elif is_own and record['tablestore.commit'] > number %}
      {# a commit that is not published yet, which may have made several snapshots #}
      {% set at.id = version %}
    {% elif record and not is_own %}
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

{# The record of the last commit at a snapshot; empty if its own snapshot has expired. #}
{% macro _record_at(known, id) %}
  {% set at = namespace(id=id) %}
  {% for _ in known if at.id in known %}
    {% if known[at.id].record %}
      {{ return(fromjson(known[at.id].record)) }}
    {% endif %}
    {% set at.id = known[at.id].parent | string %}
  {% endfor %}
  {{ return({}) }}
{% endmacro %}

{# What the snapshots or versions of others, the newest first, have done; none if there are none. #}
{% macro _touched_by(others, is_back, at, record=none) %}
  {% if not others %}
    {{ return(none) }}
  {% endif %}
  {% set row = others[0] %}
  {% set what = 'went back to an earlier commit' if is_back else 'was written by another program' %}
  {{ return({'how': 'back' if is_back else 'written', 'at': at | string, 'record': record,
      'what': what ~ ' (' ~ row.operation | lower ~ ' of ' ~ (row.at or row.timestamp) ~ ')'}) }}
{% endmacro %}
