{#
  Keeps the first row of a key; later rows are dropped, even if they have more columns filled.

    stored nothing          batch +I (1, 'a', 20), +I (1, 'b', 10)   ->  (1, 'b', 10), sequence_field: the last column
    stored (1, 'b', 10)     batch +I (1, 'c', 5)                     ->  (1, 'b', 10), counted as ignored
    any                     batch -D (1, ...)                        ->  refused, unless ignore_delete is set
#}
{% macro _first_row_engine(plan) %}
  {% set fold, combine = {}, {} %}
  {% set known = tablestore._has_old_row(plan) %}
  {% for column in plan.value_columns %}
    {% do fold.update({column.name: 'cast(_first.' ~ column.quoted ~ ' as ' ~ column.type ~ ')'}) %}
    {% do combine.update({column.name: 'if(' ~ known ~ ', old.' ~ column.quoted ~ ', new.' ~ column.quoted ~ ')'}) %}
  {% endfor %}
  {% set members, retraction = plan.value_columns | map(attribute='quoted') | list, tablestore._is_retraction(plan) %}
  {% set earliest = 'max_by' if plan.sequence_descending else 'min_by' %}
  {% set first = tablestore._wrapped_call(earliest, [tablestore._wrapped_call('struct', members), '_order']) %}
  {% set aggregates = {'_first': first} if members else {} %}
  {% set refusals = [] %}
  {% if retraction %}
    {% do aggregates.update({'_has_retraction': 'bool_or(' ~ retraction ~ ')'}) %}
    {% do refusals.append({'when': 'new._has_retraction', 'message': tablestore.string_literal(
        'merge engine first-row does not accept -U and -D rows; to drop them, set ignore_delete=true')}) %}
  {% endif %}
  {{ return({
    'aggregates': aggregates,
    'fold': fold,
    'batch_facts': {'_has_retraction': '_has_retraction'} if retraction else {},
    'combine': combine,
    'ignored': known,
    'whole_rows': true,
    'commits_first': true,
    'logs_only_inserts': true,
    'refusals': refusals,
  }) }}
{% endmacro %}
