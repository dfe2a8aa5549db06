{#
  The changes of an operator of a materialized view as rows with their weights in `_w`: of each row of its result, the
  first one that went, and the last one that came.

    given   {node, parameters, columns}: the operator as its annotation has it, see `_operator_states`, what its query
            needs, and the quoted columns of its result
    inputs  its inputs, as `operator_input` returns them
#}
{% macro weighted_changes(given, inputs, subject) %}
  {% if given.node.type == 'join' %}
    {% set operator = tablestore._join_operator(dict(given.parameters, result=given.columns), inputs) %}
  {% else %}
    {% set operator = tablestore._aggregate_operator(given.parameters) %}
  {% endif %}
  {# what identifies a row is needed to find its first and its last change #}
  {% set changes = tablestore._stateful_operator(given.node, dict(operator, hidden=[]), inputs, subject) %}
  {% set net = tablestore._net_rows(operator.identity, given.columns, changes, '_w', -1) %}
  {{ return('(\n  ' ~ tablestore._indent(net | trim, 2) ~ '\n)') }}
{% endmacro %}
