{#
  Gives the changelog the new columns and types of the table, and returns the names of its columns, quoted. The result
  is none if the changelog starts with the next commit: the model had no changelog or another kind of changelog, the log
  does not exist or a late run has replaced it, the new type of a column may not hold the logged values, or somebody has
  renamed a column of the table, so that the log has its values under the former name.
#}
{% macro _sync_changelog(plan, last) %}
  {% set logged, kind, log = [], plan.changelog.kind, plan.side_tables['__changelog'] %}
  {% if (last.producer != kind and not tablestore._continues_changelog(last, kind))
      or not (load_relation(log) or tablestore._exists_now(log)) %}
    {{ return(none) }}
  {% elif last.producer != kind and plan.changelog.pending_table %}
    {% do tablestore._create_pending_table(plan, last) %}
  {% endif %}
  {% for suffix in tablestore._side_tables_of_changelog(kind) %}
    {% set log = plan.side_tables[suffix] %}
    {% if tablestore.table_properties(log).get('tablestore.log', '') != last.properties.get('tablestore.log', '') %}
      {{ return(none) }}
    {% endif %}
    {% set stored, added, widened = tablestore._columns(tablestore._describe_table(log)), [], [] %}
    {% set others = tablestore._logged_only(plan, logged) if logged else [] %}
    {% for column in plan.columns + plan.kept_columns + others %}
      {% set known = stored | selectattr('lower_name', 'equalto', column.lower_name) | list %}
      {% set type = column.type if known and known[0].type == column.type
          else tablestore._stored_type(plan.table_format, column.type) %}
      {% if not known %}
        {% do added.append(column) %}
      {% elif known[0].type | lower != type | lower and tablestore._type_widens(known[0].type, type) %}
        {% do widened.append(column) %}
      {% elif known[0].type | lower != type | lower %}
        {{ return(none) }}
      {% endif %}
    {% endfor %}
    {% set sequence = plan.changelog.delete_sequence %}
    {% set sequence = tablestore._synced_sequence(stored, sequence) if sequence else {'added': [], 'widened': []} %}
    {% if sequence is none or (added and loop.first and tablestore._lacks_values(plan, added)) %}
      {{ return(none) }}
    {% endif %}
    {% do added.extend(sequence.added) %}
    {% do widened.extend(sequence.widened) %}
    {% do tablestore._run(tablestore._widen_statements(log, plan.table_format, widened)) if widened %}
    {% do tablestore._run([tablestore._added_columns(log, added)]) if added %}
    {% do logged.extend(stored + added if loop.first else []) %}
  {% endfor %}
  {{ return(logged | map(attribute='quoted') | list) }}
{% endmacro %}

{#
  Makes the table where changes wait, for a changelog that was not compacted before. One that is there has no change
  that waits, but may have those of a table that was rebuilt, with the numbers of coming commits. Another run may be
  ahead of this one, so only changes before the last commit go, and those of commits of earlier builds, which can have
  the time of the last commit or a later one, see `_next_time`.
#}
{% macro _create_pending_table(plan, last) %}
  {% set log, id, pending = plan.changelog, last.properties.get('tablestore.log', ''),
      plan.side_tables['__uncompacted'] %}
  {% if not load_relation(pending) %}
    {% set rows = 'select * from ' ~ log.table ~ '\nwhere false' %}
    {% do tablestore._run([tablestore._log_created(plan, log.pending_table, rows, id)]) %}
    {{ return(none) }}
  {% endif %}
  {% set former = ['_committed_at < ' ~ tablestore._timestamp_literal(last.committed_at)] %}
  {% for row in tablestore._changes_of_earlier_builds(plan, last) %}
    {% do former.append('(_commit = ' ~ row.number ~ ' and _committed_at = timestamp_micros(' ~ row.at ~ '))') %}
  {% endfor %}
  {% set statements = [{'step': 'log', 'sql': 'delete from ' ~ log.pending_table ~ ' where '
      ~ former | join('\n  or ')}] %}
  {% do statements.append(tablestore._property_statement({'table': log.pending_table}, {'tablestore.log': id}, 'log'))
      if tablestore.table_properties(pending).get('tablestore.log', '') != id %}
  {% do tablestore._run(statements) %}
{% endmacro %}

{# The commits of earlier builds that have left changes with the numbers of coming commits, with their times. #}
{% macro _changes_of_earlier_builds(plan, last) %}
  {% if not load_relation(plan.side_tables['__commits']) %}
    {{ return([]) }}
  {% endif %}
  {{ return(tablestore.query_rows('select distinct _commit as number, unix_micros(_committed_at) as at\nfrom '
      ~ plan.changelog.pending_table ~ ' as log\njoin ' ~ plan.side_tables['__commits'] | string ~ ' as history'
      ~ ' on history.commit = log._commit and history.committed_at = log._committed_at'
      ~ '\nwhere _commit > ' ~ last.number ~ ' and epoch <> ' ~ tablestore.string_literal(last.epoch))) }}
{% endmacro %}

{# The columns that the changelog has and the plan has not, which the table where changes wait needs, too. #}
{% macro _logged_only(plan, logged) %}
  {% set known = (plan.columns + plan.kept_columns) | map(attribute='lower_name') | list
      + (['_delete_sequence'] if plan.changelog.delete_sequence else []) %}
  {{ return(logged | rejectattr('lower_name', 'in', known) | list) }}
{% endmacro %}

{# Whether a stored row has a value in one of the columns that a changelog lacks: a column that is new has none. #}
{% macro _lacks_values(plan, columns) %}
  {% set found = tablestore._has_values(plan.table, columns) %}
  {% if found %}
    {% do tablestore.warn(plan.model ~ ': its changelog starts again, because it lacks the values of columns that '
        ~ 'another program has renamed or filled (' ~ columns | map(attribute='name') | join(', ')
        ~ '); models that have not read all of it must be rebuilt: dbt run --full-refresh --select ' ~ plan.model
        ~ '+ --exclude ' ~ plan.model) %}
  {% endif %}
  {{ return(found) }}
{% endmacro %}

{#
  What a changelog with the columns `stored` needs for sequences of deletes of this type, as {added, widened}; none if
  the type of a field may not hold the logged values.
#}
{% macro _synced_sequence(stored, type) %}
  {% set column = {'name': '_delete_sequence', 'lower_name': '_delete_sequence', 'quoted': '`_delete_sequence`',
      'type': type} %}
  {% set known, widened = stored | selectattr('lower_name', 'equalto', '_delete_sequence') | list, [] %}
  {% if not known %}
    {{ return({'added': [column], 'widened': []}) }}
  {% endif %}
  {% set wanted, found = tablestore._parsed_type(type).fields, tablestore._parsed_type(known[0].type).fields %}
  {% if wanted | map(attribute='name') | map('lower') | list != found | map(attribute='name') | map('lower') | list %}
    {{ return(none) }}
  {% endif %}
  {% for to, from in zip(wanted, found) %}
    {% set new, old = tablestore._type_text(to.type), tablestore._type_text(from.type) %}
    {% if tablestore._type_widens(old, new) and old != new %}
      {% do widened.append({'quoted': '`_delete_sequence`.' ~ tablestore._quote(from.name, exact=true), 'type': new}) %}
    {% elif old | lower != new | lower %}
      {{ return(none) }}
    {% endif %}
  {% endfor %}
  {{ return({'added': [], 'widened': widened}) }}
{% endmacro %}
