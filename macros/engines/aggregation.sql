{#
  Each column by its own aggregate function, last_non_null_value where none is named; -U and -D take values back.

    total: sum, best: max   stored (1, 10, 7)   batch +I (1, 5, 9), -U (1, 3, null) with best ignoring it   ->  (1, 12, 9)
    with aggregation_remove_record_on_delete    batch -D (1, ...), +I (1, 4, 2)                             ->  (1, 4, 2)
#}
{% macro _aggregation_engine(plan) %}
  {% set retract = tablestore._is_retraction(plan) %}
  {% set resets = retract and plan.options.aggregation_remove_record_on_delete %}
  {% set absent = 'old.' ~ plan.key_columns[0].quoted ~ ' is null' %}
  {% set late = tablestore._is_late(plan) %}
  {% set rows = '_kept' if resets else none %}
  {% set fresh = absent ~ ' or new._reset' ~ (' and not ' ~ late if late != 'false' else '') if resets else none %}
  {% set lone = 'count(*) = 1 and bool_or(' ~ retract ~ ')' %}
  {% set columns = [] %}
  {% for column in plan.value_columns %}
    {% do columns.append({'column': column, 'group': none, 'aggregate': tablestore._column_aggregate(plan, column)}) %}
  {% endfor %}
  {% set engine = tablestore._columns_engine(plan, columns, rows, fresh) %}
  {% do engine.update({'removed': 'false', 'late': 'false'}) %}
  {% if resets %}
    {% do engine.aggregates.update({'_gone_at': ('min' if plan.sequence_descending else 'max') ~ "(_order) filter (where _kind = '-D')",
                                    '_taken_back': "coalesce(bool_or(_kind = '-U'), false)"}) %}
    {% do engine.levels.insert(0, {'name': 'kept', 'columns': {'_kept': tablestore._after_delete(plan)}}) %}
    {% do engine.batch_facts.update({'_reset': '_gone_at is not null', '_gone': 'size(_kept) = 0',
                               '_retract': 'size(_kept) = 1 and _kept[0]._retract', '_retracts': '_taken_back'}) %}
    {% for column in plan.sequence_columns %}
      {% do engine.fold.update({column.name: 'if(size(_kept) = 0, element_at(_records, -1).' ~ column.quoted ~ ', ' ~ engine.fold[column.name] ~ ')'}) %}
    {% endfor %}
    {% do engine.update({'removed': 'new._gone or new._retract and (' ~ fresh ~ ')', 'late': 'new._gone and ' ~ late}) %}
  {% elif retract %}
    {% do engine.aggregates.update({'_retract': lone, '_retracts': 'bool_or(' ~ retract ~ ')'}) %}
    {% do engine.batch_facts.update({'_retract': '_retract', '_retracts': '_retracts'}) %}
    {% do engine.update({'removed': 'new._retract and ' ~ absent}) %}
  {% endif %}
  {{ return(engine) }}
{% endmacro %}

{# The rows of a key after the newest delete of the batch. #}
{% macro _after_delete(plan) %}
  {% set newer = 'r._order < _gone_at' if plan.sequence_descending else 'r._order > _gone_at' %}
  {{ return('if(_gone_at is null, _records, filter(_records, r -> ' ~ newer ~ '))') }}
{% endmacro %}

{# The function of a column: its own, else the model's, else last_non_null_value; a sequence field keeps its last value. #}
{% macro _column_aggregate(plan, column) %}
  {% set settings = plan.fields.get(column.key, {}) %}
  {% if column in plan.sequence_columns %}
    {% set aggregate = tablestore._aggregate('last_value', column, {}) %}
    {% do aggregate.update({'keeps_lone': true}) %}
    {{ return(aggregate) }}
  {% endif %}
  {{ return(tablestore._aggregate(settings.aggregate_function or plan.options.default_aggregate_function
      or 'last_non_null_value', column, settings)) }}
{% endmacro %}
