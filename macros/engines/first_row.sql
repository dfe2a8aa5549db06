{#
  The first row of a key stays for good; later ones are dropped, also those with more columns filled.

    stored nothing          batch +I (1, 'a', 20), +I (1, 'b', 10)   ->  (1, 'b', 10) with sequence_field the last column
    stored (1, 'b', 10)     batch +I (1, 'c', 5)                     ->  (1, 'b', 10)
    any                     batch -D (1, ...)                        ->  refused, unless ignore_delete is set
#}
{% macro _first_row_engine(plan) %}
  {% set fold = {} %}
  {% set combine = {} %}
  {% set known = 'old.' ~ plan.key_columns[0].quoted ~ ' is not null' %}
  {% for column in plan.value_columns %}
    {% do fold.update({column.name: '_first.' ~ column.quoted}) %}
    {% do combine.update({column.name: 'if(' ~ known ~ ', old.' ~ column.quoted ~ ', new.' ~ column.quoted ~ ')'}) %}
  {% endfor %}
  {% set members = plan.value_columns | map(attribute='quoted') | list + ['_kind'] %}
  {% set retract = tablestore._is_retraction(plan) %}
  {{ return({
    'aggregates': dict({'_first': tablestore._earliest('struct(' ~ members | join(', ') ~ ')', plan)},
                       **({'_retracts': 'bool_or(' ~ retract ~ ')'} if retract else {})),
    'fold': fold,
    'batch_facts': {'_retracts': '_retracts'} if retract else {},
    'removed': 'false',
    'combine': combine,
    'late': known,
    'silent': true,
    'refusals': [{'when': 'new._retracts', 'message': tablestore._string_literal(
      'merge engine first-row takes no -U and no -D: set ignore_delete to true to drop them')}] if retract else [],
  }) }}
{% endmacro %}
