{# The merge engine of a plan, with a value for every key of `_engine_schema`. Conditions that nothing uses are left out. #}
{% macro _engine(plan) %}
  {% set engine = tablestore._record("merge engine '" ~ plan.engine ~ "'", tablestore._engine_schema(), tablestore.engines()[plan.engine](plan)) %}
  {% if not engine.conditions %}
    {{ return(engine) }}
  {% endif %}
  {% set texts, used = engine.combine.values() | list + engine.refusals | map(attribute='when') | list + [engine.removed, engine.late, engine.ignored], [] %}
  {% for name, condition in engine.conditions.items() | reverse if modules.re.search('\\b' ~ name ~ '\\b', texts | join(' ')) %}
    {% do texts.append(condition) %}
    {% do used.insert(0, [name, condition]) %}
  {% endfor %}
  {{ return(dict(engine, conditions=dict(used))) }}
{% endmacro %}
