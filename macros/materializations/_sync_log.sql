{#
  Whether the changelog begins with the next commit: the table is made anew, the model wrote none or another kind so
  far, the log is gone, or a column has another type. A log that goes on gets the columns the table got.
#}
{% macro _sync_log(plan, relation, state, rebuild) %}
  {% if rebuild or not plan.changelog or state.producer != tablestore._producer(plan) or not tablestore._exists(relation, '__changelog') %}
    {{ return(true) }}
  {% endif %}
  {% for suffix in ['__changelog'] + (['__uncompacted'] if plan.changelog.pending else []) %}
    {% set log = tablestore._sibling(relation, suffix) %}
    {% set stored, added = tablestore._columns(tablestore._relation_columns(log)), [] %}
    {% for column in plan.columns + plan.kept_columns %}
      {% set known = stored | selectattr('key', 'equalto', column.key) | list %}
      {% if known and known[0].type != column.type %}
        {{ return(true) }}
      {% elif not known %}
        {% do added.append(column.quoted ~ ' ' ~ column.type) %}
      {% endif %}
    {% endfor %}
    {% if added %}
      {% do tablestore._run(['alter table ' ~ log ~ ' add columns (' ~ added | join(', ') ~ ')']) %}
    {% endif %}
  {% endfor %}
  {{ return(false) }}
{% endmacro %}
