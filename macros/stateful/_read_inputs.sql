{#
  The inputs of an operator, see `operator_input`. A keyed model has an `after` from its second run on. A table, a view,
  a unit test and a model whose inputs do not exist yet have none.
#}
{% macro _read_inputs(given, consumer, subject) %}
  {% set inputs, unavailable = [], [] %}
  {% for input in given if tablestore._has_no_changes_yet(input.relation, subject) %}
    {% do unavailable.append(input.name) %}
  {% endfor %}
  {# a unit test has no reader: all its inputs are given rows, and dbt's graph is empty #}
  {% set reader = tablestore._reader(consumer, subject) if unavailable | length < given | length else none %}
  {% for input in given %}
    {% if input.name in unavailable %}
      {% do inputs.append(tablestore.operator_input(input, none, none, subject)) %}
    {% else %}
      {% do inputs.append(tablestore._read_input(input, reader, subject)) %}
    {% endif %}
  {% endfor %}
  {{ return(inputs) }}
{% endmacro %}

{% macro _read_input(given, reader, subject) %}
  {% set upstream = tablestore._upstream(given.relation, subject, reader.name if reader else none) %}
  {% if upstream is none %}
    {{ return(tablestore.operator_input(given, none, none, subject)) }}
  {% endif %}
  {% set after = tablestore._read_position(upstream, reader) if upstream.limit is none else none %}
  {% set problems = tablestore._range_problems(upstream, after, upstream.until, reader) if after is not none else [] %}
  {% set input = tablestore.operator_input(given, upstream, after, subject, problems) %}
  {{ return(dict(input, annotation=tablestore._read_annotation(upstream, reader, after) if input.upstream else '')) }}
{% endmacro %}
