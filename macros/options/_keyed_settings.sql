{# The settings of a keyed model, from which `merge_plan` makes its plan, with the TTL of its compiled plan or without. #}
{% macro _keyed_settings(node, by_plan=true) %}
  {% set given = tablestore._read_options(node, by_plan) %}
  {% set problems = given.problems + tablestore._config_problems(node) + tablestore._microbatch_problems(node, given) %}
  {{ return(tablestore._settings(node, dict(given, kind='keyed table', problems=problems))) }}
{% endmacro %}
