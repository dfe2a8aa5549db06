{#
  Merges each column with its own aggregate function, last_non_null_value by default; -U and -D retract values.

    total: sum, best: max   stored (1, 10, 7)   batch +I (1, 5, 9), -U (1, 3, null), best ignores it   ->  (1, 12, 9)
    with aggregation_remove_record_on_delete    batch -D (1, ...), +I (1, 4, 2)                        ->  (1, 4, 2)
#}
{% macro _aggregation_engine(plan) %}
  {% set columns = [] %}
  {% for column in plan.value_columns %}
    {% do columns.append({'column': column, 'group': none, 'aggregate': tablestore._column_aggregate(plan, column)}) %}
  {% endfor %}
  {% set retraction = tablestore._is_retraction(plan) %}
  {% if retraction and plan.options.aggregation_remove_record_on_delete %}
    {% if tablestore._has_commits_and_sequence(plan) %}
      {{ return(tablestore._delete_commits_engine(plan, columns)) }}
    {% endif %}
    {{ return(tablestore._aggregation_delete_engine(plan, columns)) }}
  {% endif %}
  {% set engine = tablestore._columns_engine(plan, columns) %}
  {% if not retraction %}
    {{ return(engine) }}
  {% endif %}
  {% set is_retraction = 'count(*) = 1 and bool_or(' ~ retraction ~ ')' %}
  {% set flags = dict(tablestore._retraction_flags(plan, engine), _is_retraction=is_retraction) %}
  {% do engine.aggregates.update(flags) %}
  {% do engine.batch_facts.update(tablestore._as_columns(flags)) %}
  {{ return(dict(engine, removed='new._is_retraction and ' ~ tablestore._has_old_row(plan, false))) }}
{% endmacro %}

{# -D removes the row with its values; the rows after the newest -D of the batch start a new row. #}
{% macro _aggregation_delete_engine(plan, columns) %}
  {% set deletes = tablestore._deletes_by_sequence(plan) %}
  {% set engine = tablestore._columns_engine(plan, columns, '_kept', deletes.conditions) %}
  {% set newer = 'r._order < _last_delete' if plan.sequence_descending else 'r._order > _last_delete' %}
  {% set kept = 'if(_last_delete is null, _records, filter(_records, r -> ' ~ newer ~ '))' %}
  {% set flags = dict(tablestore._retraction_flags(plan, engine, "_kind = '-U'"), **deletes.aggregates) %}
  {% do engine.aggregates.update(flags, _last_delete=('min' if plan.sequence_descending else 'max')
      ~ "(_order) filter (where _kind = '-D')") %}
  {% do engine.batch_facts.update(tablestore._as_columns(flags), _ends_deleted='size(_kept) = 0',
      _is_retraction='size(_kept) = 1 and ' ~ tablestore._is_retraction(plan, '_kept[0].')) %}
  {% for column in plan.sequence_columns %}
    {% set last = 'element_at(_records, -1).' ~ column.quoted %}
    {% do engine.fold.update({column.name: 'if(size(_kept) = 0, ' ~ last ~ ', ' ~ engine.fold[column.name] ~ ')'}) %}
  {% endfor %}
  {{ return(dict(engine, steps=[{'name': 'kept', 'columns': {'_kept': kept}}] + engine.steps,
      removed='new._ends_deleted or new._is_retraction and _restarts',
      late=deletes.late)) }}
{% endmacro %}

{#
  The function of a column: its own, the default of the model, or last_non_null_value. A sequence field keeps its last
  value.
#}
{% macro _column_aggregate(plan, column) %}
  {% set settings = plan.fields.get(column.lower_name, {}) %}
  {% if column in plan.sequence_columns %}
    {% set aggregate = tablestore._aggregate('last_value', column, {}) %}
    {{ return(dict(aggregate, keeps_single_row=true)) }}
  {% endif %}
  {{ return(tablestore._aggregate(settings.aggregate_function or plan.options.default_aggregate_function
      or 'last_non_null_value', column, settings)) }}
{% endmacro %}
