{#
  The engine of a table whose columns are merged one by one: the folds and merges of all columns together.

    columns     [{column, aggregate, group}]
    rows        the array with the rows to fold, if a delete in the batch discards the rows before it
    conditions  the conditions of the engine; `_restarts` is whether the row starts with this batch, so that the stored
                row does not count
#}
{% macro _columns_engine(plan, columns, rows=none, conditions={}) %}
  {% set engine = {
    'aggregates': {}, 'steps': [], 'fold': {}, 'batch_facts': {}, 'combine': {}, 'refusals': [], 'overflows': {},
    'conditions': dict(tablestore._order_conditions(plan), **conditions),
  } %}
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
    {% set merged = tablestore._merge_column(plan, column, aggregate, item.group, conditions._restarts) %}
    {% do engine.combine.update({column.name: merged}) %}
    {% do engine.refusals.extend(tablestore._column_refusals(plan, item, merged)) %}
    {% if aggregate.may_not_fit %}
      {% do engine.overflows.update({column.name: tablestore._overflow_message(column, aggregate)}) %}
    {% endif %}
    {% if folded.overflow %}
      {% do overflows.append('when ' ~ folded.overflow ~ ' then ' ~ tablestore._overflow_message(column, aggregate)) %}
    {% endif %}
  {% endfor %}
  {% if one_by_one or rows %}
    {% set needed = columns if rows else tablestore._needed_columns(columns, one_by_one) %}
    {% do engine.aggregates.update({'_records': tablestore._records(plan, needed)}) %}
  {% endif %}
  {% if one_by_one %}
    {% do engine.steps.append({'name': 'accumulated', 'columns': one_by_one}) %}
  {% endif %}
  {% if overflows %}
    {% do engine.batch_facts.update({'_overflow': tablestore._wrapped_case(overflows)}) %}
    {% do engine.refusals.append({'when': 'new._overflow is not null', 'message': 'new._overflow'}) %}
  {% endif %}
  {{ return(engine) }}
{% endmacro %}

{#
  Conditions that the merge of a column can use: whether the batch is older than the stored row (`_is_older`), and the
  same in a sequence group (`_is_older_1`), or the other way round (`_is_newer_1`).
#}
{% macro _order_conditions(plan) %}
  {% set late = tablestore._is_late(plan) %}
  {% set conditions = {'_is_older': late} if late else {} %}
  {% for group in plan.groups %}
    {% set new, old = tablestore._group_key(group, 'new.'), tablestore._group_key(group, 'old.') %}
    {% do conditions.update({
      '_is_older_' ~ group.number: new ~ ' < ' ~ old,
      '_is_newer_' ~ group.number: old ~ ' < ' ~ new,
    }) %}
  {% endfor %}
  {{ return(conditions) }}
{% endmacro %}

{#
  The new value of a column: the stored value and the folded value of the batch, merged in the order of their sequences.
  Uses the names of `_order_conditions`.

    restarts  whether the engine has a condition `_restarts`
#}
{% macro _merge_column(plan, column, aggregate, group=none, restarts=false) %}
  {% set applies_retractions = tablestore._is_retraction(plan) and not aggregate.folds_retractions %}
  {% set merged = tablestore._merge_sides(column, aggregate, group, 'old.', 'new.', applies_retractions) %}
  {% set branches = [] %}
  {% if restarts or group or aggregate.keeps_first_value %}
    {% set starts = '_restarts' if restarts else tablestore._has_old_row(plan, false) %}
    {% do branches.append('when ' ~ starts ~ ' then new.' ~ column.quoted) %}
  {% endif %}
  {% if plan.sequence_columns and not aggregate.commutative %}
    {% set overtaken = tablestore._merge_sides(column, aggregate, group, 'new.', 'old.', applies_retractions) %}
    {% if overtaken != merged %}
      {% set value = tablestore._wrapped_case(overtaken.branches, overtaken.otherwise) %}
      {% do branches.append('when _is_older then ' ~ value) %}
    {% endif %}
  {% endif %}
  {{ return(tablestore._wrapped_case(branches + merged.branches, merged.otherwise)) }}
{% endmacro %}

{#
  Side `a` and then side `b`, as {branches, otherwise} of a CASE expression. With `applies_retractions`, the side of the
  batch, `new.`, may be a retraction. A retraction from nothing is null.
#}
{% macro _merge_sides(column, aggregate, group, a, b, applies_retractions) %}
  {% set acc, value, branches = a ~ column.quoted, b ~ column.quoted, [] %}
  {% set init = [tablestore._fill_template(aggregate.starts or 'true', 'null', acc)] %}
  {% if group %}
    {% set acc = 'if(' ~ tablestore._in_group(group, a) ~ ', ' ~ acc ~ ', null)' %}
    {% do init.append(tablestore._in_group(group, a)) %}
  {% endif %}
  {% if applies_retractions and a == 'new.' %}
    {% set acc = acc if aggregate.retract == '{value}' else 'if(new._is_retraction, null, ' ~ acc ~ ')' %}
    {% do init.insert(0, 'not new._is_retraction') %}
  {% endif %}
  {% set init = init | reject('equalto', 'true') | join(' and ') or 'true' %}
  {% set retracts = applies_retractions and b == 'new.' and aggregate.retract != aggregate.add %}
  {% set retracted = tablestore._fill_template(aggregate.retract or '{acc}', acc, value, init)
      if retracts or group else none %}
  {% if group %}
    {% set older = ('_is_older_' if b == 'new.' else '_is_newer_') ~ group.number %}
    {% set added_older = tablestore._fill_template(aggregate.add_older, acc, value, init) %}
    {% set retracted_older = tablestore._fill_template(aggregate.retract_older, acc, value, init)
        if aggregate.retract_older else retracted %}
    {% do branches.append('when ' ~ tablestore._outside_group(group, b) ~ ' then ' ~ acc) %}
    {% if applies_retractions and b == 'new.' and retracted_older != added_older %}
      {% do branches.append('when ' ~ older ~ ' and new._is_retraction then ' ~ retracted_older) %}
    {% endif %}
    {% if not aggregate.commutative %}
      {% do branches.append('when ' ~ older ~ ' then ' ~ added_older) %}
    {% endif %}
  {% endif %}
  {% if retracts %}
    {% do branches.append('when new._is_retraction then ' ~ retracted) %}
  {% endif %}
  {{ return({'branches': branches, 'otherwise': tablestore._fill_template(aggregate.add, acc, value, init)}) }}
{% endmacro %}

{# Why one column cannot be merged: its function does not support retractions, or the result does not fit. #}
{% macro _column_refusals(plan, item, merged) %}
  {% set column, aggregate, refusals = item.column, item.aggregate, [] %}
  {% set has_retraction = 'new._has_retraction' ~ ('_' ~ item.group.number if item.group else '') %}
  {% if tablestore._is_retraction(plan) and not aggregate.retract %}
    {% do refusals.append({
      'when': has_retraction ~ ' and (new._rows > 1 or ' ~ tablestore._has_old_row(plan) ~ ')',
      'message': tablestore.string_literal("column " ~ column.name ~ ": " ~ aggregate.name
          ~ " does not support retractions, and the batch has a -U or -D row; to ignore them and keep the column's "
          ~ "value, write fields={'" ~ column.name ~ "': {'ignore_retract': true}}"),
    }) %}
  {% endif %}
  {% if aggregate.may_not_fit and (aggregate.fold_overflows or column.type.startswith('decimal(3')) %}
    {% set old, new = 'old.' ~ column.quoted, 'new.' ~ column.quoted %}
    {% set when = old ~ ' is not null and ' ~ new ~ ' is not null and ' ~ merged ~ ' is null' %}
    {% if aggregate.stored_as %}
      {% set when = new ~ ' is not null and coalesce(' ~ old ~ ', ' ~ merged ~ ') is not null and try_cast('
          ~ merged ~ ' as ' ~ aggregate.stored_as ~ ') is null' %}
    {% endif %}
    {% do refusals.append({
      'when': when,
      'message': tablestore._overflow_message(column, aggregate),
    }) %}
  {% endif %}
  {{ return(refusals) }}
{% endmacro %}

{# The message, as a SQL literal, for a result that does not fit its column. #}
{% macro _overflow_message(column, aggregate) %}
  {{ return(tablestore.string_literal('column ' ~ column.name ~ ': the ' ~ aggregate.name
      ~ ' does not fit ' ~ column.type ~ (', or cannot be divided back' if aggregate.name == 'product' else '')
      ~ '; give the column ' ~ ('fewer digits after the point' if column.type.startswith('decimal(38,')
          else 'a wider type'))) }}
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
