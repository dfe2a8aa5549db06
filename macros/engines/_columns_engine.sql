{#
  The engine of a table whose columns are merged one by one: the folds and merges of all columns together.

    columns     [{column, aggregate, group}]
    rows        the array with the rows to fold, if a delete in the batch discards the rows before it
    conditions  the conditions of the engine; `_restarts` is whether the row starts with this batch, so that the stored row does not
                count
#}
{% macro _columns_engine(plan, columns, rows=none, conditions={}) %}
  {% set engine = {'aggregates': {}, 'steps': [], 'fold': {}, 'batch_facts': {}, 'combine': {}, 'refusals': [], 'overflows': {},
                   'conditions': dict(tablestore._order_conditions(plan), **conditions)} %}
  {% set one_by_one, overflows = {}, [] %}
  {% for item in columns %}
    {% set column, aggregate = item.column, item.aggregate %}
    {% set folded = tablestore._fold_column(plan, column, aggregate, item.group, rows) %}
    {% if folded.grouped %}
      {% do engine.aggregates.update({column.quoted: folded.grouped}) %}
    {% else %}
      {% do one_by_one.update({column.quoted: folded.one_by_one}) %}
    {% endif %}
    {% do engine.fold.update({column.name: folded.value}) %}
    {% do engine.combine.update({column.name: tablestore._merge_column(plan, column, aggregate, item.group, conditions._restarts)}) %}
    {% do engine.refusals.extend(tablestore._column_refusals(plan, item, engine.combine[column.name])) %}
    {% if aggregate.may_not_fit %}
      {% do engine.overflows.update({column.name: tablestore._overflow_message(column, aggregate)}) %}
    {% endif %}
    {% if folded.overflow %}
      {% do overflows.append('when ' ~ folded.overflow ~ ' then ' ~ tablestore._overflow_message(column, aggregate)) %}
    {% endif %}
  {% endfor %}
  {% if one_by_one or rows %}
    {% do engine.aggregates.update({'_records': tablestore._records(plan, columns if rows else tablestore._needed_columns(columns, one_by_one))}) %}
  {% endif %}
  {% if one_by_one %}
    {% do engine.steps.append({'name': 'accumulated', 'columns': one_by_one}) %}
  {% endif %}
  {% if overflows %}
    {% do engine.batch_facts.update({'_overflow': tablestore._case(overflows)}) %}
    {% do engine.refusals.append({'when': 'new._overflow is not null', 'message': 'new._overflow'}) %}
  {% endif %}
  {{ return(engine) }}
{% endmacro %}

{# The columns that a fold row by row reads: its own and those that order its group. #}
{% macro _needed_columns(columns, one_by_one) %}
  {% set names = one_by_one.keys() | list %}
  {% for item in columns if item.group and item.column.quoted in one_by_one %}
    {% do names.extend(item.group.sequence | map(attribute='quoted') | list) %}
  {% endfor %}
  {% set needed = [] %}
  {% for item in columns if item.column.quoted in names %}
    {% do needed.append(item) %}
  {% endfor %}
  {{ return(needed) }}
{% endmacro %}
