{#
  An operator over one table. Its result has one row per operator key, or with `by_row` one per row of the table.

    node      the operator for its annotation, see `_operator_states`
    input     {relation, argument, operator_key, normalized} of `operator_input`
    operator  {render, expiry, parameters} of `_operator_schema`; the table's primary key is added to the parameters
#}
{% macro _single_input_operator(subject, node, input, consumer, operator, by_row=false) %}
  {% set read = tablestore._read_inputs([dict(input, name='input')], consumer, subject)[0] %}
  {{ return(tablestore._stateful_operator(node, dict(
    operator,
    parameters=dict(operator.parameters, primary_key=read.primary_key),
    identity=read.primary_key if by_row else tablestore._quoted(read.operator_key),
    normalized=read.normalized,
  ), [read], subject)) }}
{% endmacro %}
