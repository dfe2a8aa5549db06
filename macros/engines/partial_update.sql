{#
  Columns that are not null overwrite, null keeps. A sequence group orders its own columns by its own fields; within
  one also null overwrites.

    stored (1, 'paid', null)   batch +I (1, null, 'DHL')                                  ->  (1, 'paid', 'DHL')
    group g of a               stored (1, a=5, g=20)    batch +I (1, a=7, g=10)           ->  (1, a=5, g=20)
    group g of a               stored (1, a=5, g=20)    batch -D (1, a=5, g=30)           ->  (1, a=null, g=30)
    with partial_update_remove_record_on_delete         batch -D (1, ...), +I (1, null, 'UPS')   ->  (1, null, 'UPS')
#}
{% macro _partial_update_engine(plan) %}
  {% set columns = [] %}
  {% for column in plan.value_columns %}
    {% do columns.append(tablestore._partial_update_column(plan, column)) %}
  {% endfor %}
  {% set retract = tablestore._is_retraction(plan) %}
  {% if not retract %}
    {% set engine = tablestore._columns_engine(plan, columns) %}
    {% do engine.update({'removed': 'false', 'late': 'false'}) %}
    {{ return(engine) }}
  {% elif plan.groups | selectattr('removes') | list %}
    {{ return(tablestore._group_delete_engine(plan, columns)) }}
  {% elif plan.options.partial_update_remove_record_on_delete %}
    {{ return(tablestore._removing_engine(plan, columns)) }}
  {% endif %}
  {% set engine = tablestore._columns_engine(plan, columns) %}
  {% do engine.aggregates.update(tablestore._group_retracts(plan)) %}
  {% do engine.aggregates.update({'_retract': 'bool_and(' ~ retract ~ ')', '_retracts': 'bool_or(' ~ retract ~ ')'}) %}
  {% for name in engine.aggregates if name.startswith('_retract') %}
    {% do engine.batch_facts.update({name: name}) %}
  {% endfor %}
  {% do engine.update({'removed': 'new._retract and old.' ~ plan.key_columns[0].quoted ~ ' is null', 'late': 'false'}) %}
  {% if not plan.groups %}
    {% do engine.refusals.append(tablestore._deletes_refused(plan)) %}
  {% endif %}
  {{ return(engine) }}
{% endmacro %}

{# -D removes the row and forgets its values, -U does nothing; the rows after a -D start a new row. #}
{% macro _removing_engine(plan, columns) %}
  {% set late = tablestore._is_late(plan) %}
  {% set current = '' if late == 'false' else ' and not ' ~ late %}
  {% set engine = tablestore._columns_engine(plan, columns,
      fresh='old.' ~ plan.key_columns[0].quoted ~ ' is null or new._reset' ~ current) %}
  {% do engine.aggregates.update({'_reset': "bool_or(_kind = '-D')",
                                  '_gone': tablestore._latest('_kind', plan) ~ " = '-D'"}) %}
  {% do engine.batch_facts.update({'_reset': '_reset', '_gone': '_gone'}) %}
  {% do engine.update({'removed': 'new._gone', 'late': 'new._gone and ' ~ late, 'skips': ['-U']}) %}
  {{ return(engine) }}
{% endmacro %}

{% macro _deletes_refused(plan) %}
  {{ return({
    'when': 'new._retracts and (new._rows > 1 or old.' ~ plan.key_columns[0].quoted ~ ' is not null)',
    'message': tablestore._string_literal('merge engine partial-update was given a -U or -D row and is not told what it means: '
        ~ 'set ignore_delete to drop them, partial_update_remove_record_on_delete to remove the row, '
        ~ "or give the columns a sequence group, fields={'version': {'sequence_group': ['a', 'b']}}, to take back the group's columns"),
  }) }}
{% endmacro %}
