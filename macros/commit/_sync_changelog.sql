{#
  Whether the changelog starts with the next commit: the table is rebuilt, the model had no changelog or another kind of
  changelog, the log does not exist, or the new type of a column may not hold the logged values. Otherwise the log gets the
  new columns and types of the table.
#}
{% macro _sync_changelog(plan, relation, last, rebuild) %}
  {% if rebuild or not plan.changelog or last.producer != tablestore._producer_kind(plan)
      or not tablestore._side_table_exists(relation, '__changelog', plan.side_schema) %}
    {{ return(true) }}
  {% endif %}
  {% for suffix in ['__changelog'] + (['__uncompacted'] if plan.changelog.pending_table else []) %}
    {% set log = tablestore._side_table(relation, suffix, plan.side_schema) %}
    {% set stored, added, widened = tablestore._columns(tablestore._table_columns(log)), [], [] %}
    {% for column in plan.columns + plan.kept_columns %}
      {% set type = tablestore._stored_type(plan.format, column.type) %}
      {% set known = stored | selectattr('lower_name', 'equalto', column.lower_name) | list %}
      {% if not known %}
        {% do added.append(column.quoted ~ ' ' ~ column.type) %}
      {% elif known[0].type | lower != type | lower and tablestore._type_widens(known[0].type, type) %}
        {% do widened.append(column) %}
      {% elif known[0].type | lower != type | lower %}
        {{ return(true) }}
      {% endif %}
    {% endfor %}
    {% do tablestore._run(tablestore._widen_statements(log, plan.format, widened)) %}
    {% if added %}
      {% do tablestore._run(['alter table ' ~ log ~ ' add columns (' ~ added | join(', ') ~ ')']) %}
    {% endif %}
  {% endfor %}
  {{ return(false) }}
{% endmacro %}
