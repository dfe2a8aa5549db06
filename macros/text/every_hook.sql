{#
  The hooks of a model in their order, for dbt's `run_hooks`. dbt keeps those with `transaction: false` apart, which are
  before the other hooks that come first and after the other ones at the end, and would send `commit` before them. Spark
  has no transactions, so they run as the others do.
#}
{% macro every_hook(hooks, at_end=false) %}
  {% set inside, outside = [], [] %}
  {% for hook in hooks %}
    {% do (inside if hook.get('transaction', true) else outside).append(dict(hook, transaction=true)) %}
  {% endfor %}
  {{ return(inside + outside if at_end else outside + inside) }}
{% endmacro %}
