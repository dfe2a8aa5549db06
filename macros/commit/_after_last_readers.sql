{#
  The last commit of a table. If its readers cannot go on with the changes of the next one, it counts as one more, whose
  changes nobody can read. Then the changelog starts again: readers must be rebuilt, and materialized views are computed
  again.

  This is so when a state TTL ends. Rows that had expired count again, and readers that began after that do not have
  them; others have rows that have left the table without a change. It is also so when a column comes back that the
  table had dropped, with values that readers still have, and when another program has given a name to another column.

    before  the plan for the table as the run has found it
#}
{% macro _after_last_readers(plan, relation, last, before) %}
  {% set ttl, reasons, back = (plan.expiry or {}).get('ttl', 0), [], tablestore._columns_back(plan, last, before) %}
  {% do reasons.append('its rows no longer expire, and those that had expired count again')
      if last.ttl and not ttl %}
  {% do reasons.append('column ' ~ back[0].name ~ ' is back without the values that it had') if back | length == 1 %}
  {% do reasons.append('columns ' ~ back | map(attribute='name') | join(', ')
      ~ ' are back without the values that they had') if back | length > 1 %}
  {% set others = tablestore._other_columns(relation, last, before) %}
  {% do reasons.append('its column ' ~ others[0] ~ ' was replaced after its last commit') if others | length == 1 %}
  {% do reasons.append('its columns ' ~ others | join(', ') ~ ' were replaced after its last commit')
      if others | length > 1 %}
  {% set rebuild = 'must be rebuilt: dbt run --full-refresh --select ' ~ plan.model ~ '+ --exclude ' ~ plan.model %}
  {% if reasons %}
    {% do tablestore.warn(plan.model ~ ': its changelog starts again, because ' ~ reasons | join('; ')
        ~ '; the models that read it ' ~ rebuild) %}
    {{ return(dict(last, number=last.number + 1,
        properties=dict(last.properties, **{'tablestore.log': 'lost'}))) }}
  {% endif %}
  {% if last.ttl and ttl > last.ttl and tablestore._has_rows_again(plan, last) %}
    {% do tablestore.warn(plan.model ~ ': its state_ttl is longer, and rows that had expired count again; models that '
        ~ 'began to read its changes after that do not have them, and ' ~ rebuild) %}
  {% endif %}
  {{ return(last) }}
{% endmacro %}

{#
  The columns of the plan that the table has again, and of which its changelog has values. The last commit says which
  ones it had dropped, but not what a run has dropped that failed after that.
#}
{% macro _columns_back(plan, last, before) %}
  {% set left = fromjson(last.properties.get('tablestore.left-columns', '[]')) %}
  {% set left = left + before.new_columns | map(attribute='quoted') | map('lower') | list %}
  {% set log, back = plan.side_tables['__changelog'], [] %}
  {% for column in plan.columns if column.quoted | lower in left %}
    {% do back.append(column) %}
  {% endfor %}
  {% set logged = tablestore._columns(tablestore._describe_table(log)) if back and load_relation(log) else [] %}
  {% set back = back | selectattr('lower_name', 'in', logged | map(attribute='lower_name') | list) | list %}
  {{ return(back if back and tablestore._has_values(log, back) else []) }}
{% endmacro %}

{#
  The names of columns of an Iceberg table that other columns had at the last commit, where ids tell them apart. The run
  itself replaces a column that gets another type.
#}
{% macro _other_columns(relation, last, before) %}
  {% if 'current-snapshot-id' not in last.properties %}
    {{ return([]) }}
  {% endif %}
  {% set own = (before.new_columns + before.retyped_columns) | map(attribute='name') | map('lower') | list %}
  {% set ids, others = tablestore._adapter_field_ids(relation), [] %}
  {% for name, then in tablestore._adapter_field_ids(relation, last.version).items() if name | lower not in own %}
    {% do others.append(name) if name in ids and ids[name].split(' ')[0] != then.split(' ')[0] %}
  {% endfor %}
  {{ return(others) }}
{% endmacro %}

{# Whether rows that have expired by the TTL of the last commit have not by the longer one of the plan. #}
{% macro _has_rows_again(plan, last) %}
  {% set clock = tablestore._timestamp_literal(tablestore._next_time(last).at) %}
  {% set old = tablestore._is_expired({'ttl': last.ttl, 'clock': clock, 'since': last.ttl_since}) %}
  {% set new = tablestore._is_expired({'ttl': plan.expiry.ttl, 'clock': clock, 'since': last.ttl_since}) %}
  {{ return(tablestore.query_rows('select 1 as found from ' ~ plan.table ~ ' where ' ~ old ~ ' and not ' ~ new
      ~ ' limit 1') | length > 0) }}
{% endmacro %}
