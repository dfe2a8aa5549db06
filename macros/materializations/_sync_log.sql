{#
  Whether the changelog begins with the next commit: the table is made anew, the model wrote none or another kind so
  far, the log is gone, or a column has a type its changes may not fit. A log that goes on gets what the table got.
#}
{% macro _sync_log(plan, relation, state, rebuild) %}
  {% if rebuild or not plan.changelog or state.producer != tablestore._producer(plan) or not tablestore._exists(relation, '__changelog') %}
    {{ return(true) }}
  {% endif %}
  {% for suffix in ['__changelog'] + (['__uncompacted'] if plan.changelog.pending else []) %}
    {% set log = tablestore._sibling(relation, suffix) %}
    {% set stored, added, widened = tablestore._columns(tablestore._relation_columns(log)), [], [] %}
    {% for column in plan.columns + plan.kept_columns %}
      {% set known = stored | selectattr('key', 'equalto', column.key) | list %}
      {% if known and tablestore._widens(known[0].type, column.type) %}
        {% do widened.append(column) if known[0].type != column.type %}
      {% elif known and known[0].type != column.type %}
        {{ return(true) }}
      {% elif not known %}
        {% do added.append(column.quoted ~ ' ' ~ column.type) %}
      {% endif %}
    {% endfor %}
    {% do tablestore._run(tablestore._widen_statements(log, plan.format, widened)) %}
    {% if added %}
      {% do tablestore._run(['alter table ' ~ log ~ ' add columns (' ~ added | join(', ') ~ ')']) %}
    {% endif %}
  {% endfor %}
  {{ return(false) }}
{% endmacro %}
