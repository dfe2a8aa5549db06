{#
  How one aggregate is computed in two phases, first per slice and then per window:

    partial   {name: expression over the rows of a slice}
    distinct  {name: expression that the rows of a slice are also grouped by}
    final     the expression over the partial aggregates of a window

    sum(price)            partial sum(price), count(price)  final sum(total)
    count(*)              partial count(*)                  final sum(bids)
    avg(price)            partial sum(price), count(price)  final sum / count
    count(distinct item)  distinct item                     final count(distinct items)

  Returns none for an aggregate that cannot be computed from partial aggregates.

  A sum of decimals that is too large is null if Spark's ANSI mode is off. The count tells it from the sum of a slice
  without values, which `sum` skips.
#}
{% macro _two_phase_aggregate(name, expression) %}
  {% set combine = {
      'count': 'sum', 'count_if': 'sum', 'min': 'min', 'max': 'max', 'any_value': 'any_value',
      'bool_and': 'bool_and', 'every': 'every', 'bool_or': 'bool_or', 'any': 'any', 'some': 'some',
      'bit_and': 'bit_and', 'bit_or': 'bit_or', 'bit_xor': 'bit_xor',
  } %}
  {% set call = tablestore._single_call(expression) %}
  {% set quoted, count = tablestore._quote(name), tablestore._quote('__count_' ~ name) %}
  {% if not call %}
    {{ return(none) }}
  {% elif call.function in ['grouping', 'grouping_id'] %}
    {{ return({'partial': {}, 'distinct': {}, 'final': expression}) }}
  {% elif call.distinct and call.function in ['count', 'sum', 'avg'] and not call.filter and ',' not in call.argument %}
    {{ return({
        'partial': {}, 'distinct': {quoted: call.argument}, 'final': call.function ~ '(distinct ' ~ quoted ~ ')',
    }) }}
  {% elif call.distinct and call.function not in ['min', 'max'] %}
    {{ return(none) }}
  {% elif call.function in ['sum', 'avg', 'mean'] %}
    {% set sum = quoted if call.function == 'sum' else tablestore._quote('__sum_' ~ name) %}
    {% set added = call.argument if call.function == 'sum' else tablestore._averaged(call.argument) %}
    {% set total = 'if(bool_or(' ~ sum ~ ' is null and ' ~ count ~ ' > 0), null, sum(' ~ sum ~ '))' %}
    {{ return({
        'partial': {
            sum: 'sum(' ~ added ~ ')' ~ call.filter, count: 'count(' ~ call.argument ~ ')' ~ call.filter,
        },
        'distinct': {},
        'final': total if call.function == 'sum' else total ~ ' / nullif(sum(' ~ count ~ '), 0)',
    }) }}
  {% elif call.function in combine %}
    {# a slice may have no row that passes the filter, or only nulls, which any_value would take #}
    {% set ignores = call.function == 'any_value' and (call.filter or ',' in call.argument) %}
    {{ return({
        'partial': {quoted: expression}, 'distinct': {},
        'final': combine[call.function] ~ '(' ~ quoted ~ (', true)' if ignores else ')'),
    }) }}
  {% endif %}
  {{ return(none) }}
{% endmacro %}

{#
  The values of an average in the type in which `avg` adds them: integers as DOUBLE, because the sum of a BIGINT may be
  none. The quotient only provides the type, as it keeps decimals and intervals what they are.
#}
{% macro _averaged(argument) %}
  {% set operand = argument if modules.re.match('\\w+\\Z', argument) else '(' ~ argument ~ ')' %}
  {{ return('coalesce(' ~ argument ~ ', ' ~ operand ~ ' / 1)') }}
{% endmacro %}

{#
  The {function, distinct, argument, filter} of an expression that is a single function call, with or without FILTER;
  none for any other expression. String literals and quoted names are removed, then parentheses from the inside out: a
  single call leaves a single word.
#}
{% macro _single_call(expression) %}
  {% set rest = namespace(text=modules.re.sub("'(?:[^'\\\\]|\\\\.)*'|\"[^\"]*\"|`[^`]*`", '', expression)) %}
  {# without its end, a comment would take what follows with it #}
  {% if '--' in rest.text %}{{ return(none) }}{% endif %}
  {% for _ in range(rest.text.count('(')) %}
    {% set rest.text = modules.re.sub('\\([^()]*\\)', ' ', rest.text) %}
  {% endfor %}
  {% set argument = '(?:all\\s+(?=[\\w`(]))?(distinct\\b)?\\s*(.*?)' %}
  {% set pattern = '(?is)(\\w+)\\s*\\(\\s*' ~ argument ~ '\\s*\\)(\\s*filter\\s*\\(\\s*where\\b.*\\))?$' %}
  {% set call = modules.re.match(pattern, expression.strip()) %}
  {% if call and modules.re.match('(?i)\\s*\\w+\\s*(filter\\s*)?$', rest.text) %}
    {{ return({
        'function': call.group(1) | lower, 'distinct': call.group(2) is not none, 'argument': call.group(3),
        'filter': call.group(4) or '',
    }) }}
  {% endif %}
  {{ return(none) }}
{% endmacro %}
