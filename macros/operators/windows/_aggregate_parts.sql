{#
  How one aggregate is spread over slices: {'slice': {name: expression over rows}, 'group': the same for what slices are
  also grouped by, 'window': expression over slices}. Returns nothing for an aggregate that cannot be combined.

    sum(price)           slice sum(price)                window sum(of the sums)
    count(*)             slice count(*)                  window sum(of the counts)
    avg(price)           slice sum(price), count(price)  window sum / count
    count(distinct item) slices also grouped by item     window count(distinct item)
#}
{% macro _aggregate_parts(name, expression) %}
  {% set combine = {
      'count': 'sum', 'count_if': 'sum', 'sum': 'sum', 'min': 'min', 'max': 'max', 'any_value': 'any_value',
      'bool_and': 'bool_and', 'every': 'every', 'bool_or': 'bool_or', 'any': 'any', 'some': 'some',
      'bit_and': 'bit_and', 'bit_or': 'bit_or', 'bit_xor': 'bit_xor',
  } %}
  {% set call = tablestore._single_call(expression) %}
  {% set quoted = tablestore._quote(name) %}
  {% if not call %}
    {{ return(none) }}
  {% elif call.function in ['grouping', 'grouping_id'] %}
    {{ return({'slice': {}, 'group': {}, 'window': expression}) }}
  {% elif call.distinct and call.function in ['count', 'sum', 'avg'] and not call.filter and ',' not in call.argument %}
    {{ return({
        'slice': {}, 'group': {quoted: call.argument}, 'window': call.function ~ '(distinct ' ~ quoted ~ ')',
    }) }}
  {% elif call.distinct and call.function not in ['min', 'max'] %}
    {{ return(none) }}
  {% elif call.function in ['avg', 'mean'] %}
    {% set sum, count = tablestore._quote('_sum_' ~ name), tablestore._quote('_count_' ~ name) %}
    {{ return({
        'slice': {
            sum: 'sum(' ~ call.argument ~ ')' ~ call.filter, count: 'count(' ~ call.argument ~ ')' ~ call.filter,
        },
        'group': {},
        'window': 'sum(' ~ sum ~ ') / nullif(sum(' ~ count ~ '), 0)',
    }) }}
  {% elif call.function in combine %}
    {{ return({
        'slice': {quoted: expression}, 'group': {}, 'window': combine[call.function] ~ '(' ~ quoted ~ ')',
    }) }}
  {% endif %}
  {{ return(none) }}
{% endmacro %}

{#
  An expression that is one function call, with or without FILTER, and nothing else: {'function', 'distinct', 'argument',
  'filter'}. Text and quoted names are blanked and parentheses removed from the inside out; one call leaves one word.
#}
{% macro _single_call(expression) %}
  {% set rest = namespace(is=modules.re.sub("'(?:[^'\\\\]|\\\\.)*'|\"[^\"]*\"|`[^`]*`", '', expression)) %}
  {% for _ in range(rest.is.count('(')) %}
    {% set rest.is = modules.re.sub('\\([^()]*\\)', ' ', rest.is) %}
  {% endfor %}
  {% set call = modules.re.match(
      '(?is)(\\w+)\\s*\\(\\s*(distinct\\b)?\\s*(.*?)\\s*\\)(\\s*filter\\s*\\(\\s*where\\b.*\\))?$', expression.strip()) %}
  {% if call and modules.re.match('(?i)\\s*\\w+\\s*(filter\\s*)?$', rest.is) %}
    {{ return({
        'function': call.group(1) | lower, 'distinct': call.group(2) is not none, 'argument': call.group(3),
        'filter': call.group(4) or '',
    }) }}
  {% endif %}
  {{ return(none) }}
{% endmacro %}
