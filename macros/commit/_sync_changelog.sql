{#
  Gives the changelog the new columns and types of the table, and returns the names of its columns, quoted. The result
  is none if the changelog starts with the next commit: the model had no changelog or another kind of changelog, the log
  does not exist or a late run has replaced it, the new type of a column may not hold the logged values, or somebody has
  renamed a column of the table, so that the log has its values under the former name.
#}
{% macro _sync_changelog(plan, last) %}
  {% if last.producer != plan.changelog.kind or not load_relation(plan.side_tables['__changelog']) %}
    {{ return(none) }}
  {% endif %}
  {% set names = [] %}
  {% for suffix in tablestore._side_tables_of_changelog(last.producer) %}
    {% set log = plan.side_tables[suffix] %}
    {% if tablestore.table_properties(log).get('tablestore.log', '') != last.properties.get('tablestore.log', '') %}
      {{ return(none) }}
    {% endif %}
    {% set stored, added, widened = tablestore._columns(tablestore._describe_table(log)), [], [] %}
    {% for column in plan.columns + plan.kept_columns %}
      {% set type = tablestore._stored_type(plan.table_format, column.type) %}
      {% set known = stored | selectattr('lower_name', 'equalto', column.lower_name) | list %}
      {% if not known %}
        {% do added.append(column) %}
      {% elif known[0].type | lower != type | lower and tablestore._type_widens(known[0].type, type) %}
        {% do widened.append(column) %}
      {% elif known[0].type | lower != type | lower %}
        {{ return(none) }}
      {% endif %}
    {% endfor %}
    {% if added and tablestore._lacks_values(plan, added) %}
      {{ return(none) }}
    {% endif %}
    {% set sequence = plan.changelog.delete_sequence %}
    {% set sequence = tablestore._synced_sequence(stored, sequence) if sequence else {'added': [], 'widened': []} %}
    {% if sequence is none %}
      {{ return(none) }}
    {% endif %}
    {% do added.extend(sequence.added) %}
    {% do widened.extend(sequence.widened) %}
    {% do names.extend(stored | map(attribute='quoted') if loop.first else []) %}
    {% do tablestore._run(tablestore._widen_statements(log, plan.table_format, widened)) if widened %}
    {% do tablestore._run([tablestore._added_columns(log, added)]) if added %}
    {% do names.extend(added | map(attribute='quoted') if loop.first else []) %}
  {% endfor %}
  {{ return(names) }}
{% endmacro %}

{# Whether a stored row has a value in one of the columns that a changelog lacks: a column that is new has none. #}
{% macro _lacks_values(plan, columns) %}
  {% set conditions = [] %}
  {% for column in columns %}
    {% do conditions.append(column.quoted ~ ' is not null') %}
  {% endfor %}
  {% set found = tablestore.query_rows('select 1 as found from ' ~ plan.table ~ ' where ' ~ conditions | join(' or ')
      ~ ' limit 1') | length > 0 %}
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
  {% set column = {'name': '_delete_sequence', 'quoted': '`_delete_sequence`', 'type': type} %}
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
