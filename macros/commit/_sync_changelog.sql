{#
  Whether the changelog begins with the next commit: because the table is built again, because the model wrote none or
  another kind so far, because the log is gone, or because a column has a type that the logged changes may not fit. A log
  that continues is altered as the table was.
#}
{% macro _sync_changelog(plan, relation, last, rebuild) %}
  {% if rebuild or not plan.changelog or last.producer != tablestore._producer_kind(plan)
      or not tablestore._side_table_exists(relation, '__changelog') %}
    {{ return(true) }}
  {% endif %}
  {% for suffix in ['__changelog'] + (['__uncompacted'] if plan.changelog.pending_table else []) %}
    {% set log = tablestore._side_table(relation, suffix) %}
    {% set stored, added, widened = tablestore._columns(tablestore._table_columns(log)), [], [] %}
    {% for column in plan.columns + plan.kept_columns %}
      {% set known = stored | selectattr('lower_name', 'equalto', column.lower_name) | list %}
      {% if not known %}
        {% do added.append(column.quoted ~ ' ' ~ column.type) %}
      {% elif known[0].type != column.type and tablestore._type_widens(known[0].type, column.type) %}
        {% do widened.append(column) %}
      {% elif known[0].type != column.type %}
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
