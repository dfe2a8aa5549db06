{#
  An expression in which the calls of Flink's `grouping_id(a, b)`, also spelled `grouping(a, b)`, are numbers of Spark's
  `grouping(a)` and `grouping(b)`: Spark's `grouping_id` takes all columns of GROUP BY, to which the window belongs.
#}
{% macro _grouping_bits(expression) %}
  {% set result = namespace(text=expression) %}
  {% set pattern = '(?i)(\\bgrouping_id\\s*\\(\\s*([^()\\s][^()]*)\\)|\\bgrouping\\s*\\(([^(),]+,[^()]+)\\))' %}
  {% for call, of_id, of_grouping in modules.re.findall(pattern, expression) %}
    {% set columns, bits = (of_id or of_grouping).split(','), [] %}
    {% for column in columns %}
      {% set weight = 2 ** (columns | length - loop.index) %}
      {% do bits.append((weight ~ ' * ' if weight > 1) ~ 'grouping(' ~ column | trim ~ ')') %}
    {% endfor %}
    {% set result.text = result.text | replace(call, 'cast(' ~ bits | join(' + ') ~ ' as bigint)') %}
  {% endfor %}
  {{ return(result.text) }}
{% endmacro %}
