{# The merge engine of a plan: its expressions, with a value for every key of `_engine_schema`. #}
{% macro _engine(plan) %}
  {{ return(tablestore._record("merge engine '" ~ plan.engine ~ "'", tablestore._engine_schema(), tablestore.engines()[plan.engine](plan))) }}
{% endmacro %}
