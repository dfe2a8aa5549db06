{#
  Why an operator cannot have these inputs: one that is read for the first time beside one that is not, whose rows from
  before would have no retractions, and columns with the names that the queries of an operator add.
#}
{% macro _operator_input_problems(inputs) %}
  {% set problems, upstreams = [], inputs | map(attribute='upstream') | list %}
  {% set known = inputs | selectattr('upstream') | rejectattr('after', 'none') | list %}
  {% for input in inputs if input.upstream and input.after is none and known %}
    {% do problems.append(input.upstream.table ~ ' is read for the first time, and ' ~ known[0].upstream.table
        ~ ' has been read up to commit ' ~ known[0].after
        ~ ': its rows so far lack those of the new input, so rebuild this model with --full-refresh') %}
  {% endfor %}
  {% set reserved = ['_version'] %}
  {% if inputs | selectattr('ttl') | list or upstreams | selectattr('expires') | list %}
    {% set reserved = ['_version', '_step', '_at', '_from', '_to', '_after', '_next', '_previous'] %}
  {% endif %}
  {# what is read anew each time has no changes #}
  {% for input in inputs if input.annotation %}
    {% for column in input.columns if column | replace('`', '') | lower in reserved %}
      {% do problems.append(input.upstream.table ~ ' has a column ' ~ column
          ~ ', a name that the operator itself uses: give the column another name') %}
    {% endfor %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
