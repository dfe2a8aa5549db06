{#
  How one column of a batch is folded:

    grouped     an expression for the GROUP BY, or none
    one_by_one  an expression over the array with the rows of the key, in their order, or none
    value       the folded value with its type, over the result of either, which has the column's name
    overflow    the condition under which the fold did not fit, or none

    rows  set when only the rows after a delete count: these are in an array of their own
#}
{% macro _fold_column(plan, column, aggregate, group=none, rows=none) %}
  {% set retraction = tablestore._is_retraction(plan) %}
  {% set retracts = retraction and aggregate.retract and not aggregate.ignores_retractions %}
  {% set grouped = aggregate.grouped_with_retractions if retracts else aggregate.grouped %}
  {% set needs_group_order = group and not aggregate.commutative and (not aggregate.orders_by_group or plan.sequence_descending) %}
  {% if grouped and not rows and not needs_group_order %}
    {{ return({'grouped': tablestore._fold_grouped(plan, column, aggregate, group, retracts), 'one_by_one': none,
               'value': 'cast(' ~ column.quoted ~ ' as ' ~ aggregate.folded_type ~ ')', 'overflow': none}) }}
  {% endif %}
  {% set rows = rows or '_records' %}
  {% set value = column.quoted ~ ('.v' if group or aggregate.starts else '') %}
  {% if group or (not aggregate.folds_retractions and (retraction or aggregate.keeps_first_value)) %}
    {% set single = 'size(' ~ rows ~ ') = 1' %}
    {% if group and aggregate.folds_retractions %}
      {% set single = single ~ ' and ' ~ tablestore._outside_group(group, rows ~ '[0].') %}
    {% endif %}
    {% set value = 'if(' ~ single ~ ', ' ~ rows ~ '[0].' ~ column.quoted ~ ', ' ~ value ~ ')' %}
  {% endif %}
  {{ return({
    'grouped': none,
    'one_by_one': tablestore._fold_one_by_one(column, aggregate, group, rows, tablestore._is_retraction(plan, 'r.')),
    'value': value if tablestore._fold_type(aggregate) == aggregate.folded_type else 'cast(' ~ value ~ ' as ' ~ aggregate.folded_type ~ ')',
    'overflow': 'size(' ~ rows ~ ') > 1 and ' ~ column.quoted ~ '.v is null and ' ~ column.quoted ~ '.init' if aggregate.fold_overflows,
  }) }}
{% endmacro %}

{#
  The fold as one of Spark's aggregates. If values can be retracted, or a group decides, a single row keeps its own
  value: what it means depends on the stored row.
#}
{% macro _fold_grouped(plan, column, aggregate, group, retracts) %}
  {% set value = aggregate.converted | replace('{value}', column.quoted) %}
  {% set retraction = tablestore._is_retraction(plan) %}
  {% set where = [] %}
  {% if group %}
    {% do where.append(tablestore._in_group(group)) %}
  {% endif %}
  {% if retraction and not retracts %}
    {% do where.append(tablestore._is_addition(plan)) %}
  {% endif %}
  {% if aggregate.grouped_skips_null %}
    {% do where.append(column.quoted ~ ' is not null') %}
  {% endif %}
  {% set descending = plan.sequence_descending and not group %}
  {% set template = aggregate.grouped_with_retractions if retracts else aggregate.grouped %}
  {% set folded = tablestore._filled(template, {
    '{where}': ' filter (where ' ~ where | join(' and ') ~ ')' if where else '',
    '{retract}': retraction or 'false',
    '{last}': 'min_by' if descending else 'max_by',
    '{first}': 'max_by' if descending else 'min_by',
    '{order}': tablestore._group_order(group) if group else '_order',
    '{value}': value,
  }) %}
  {% set keeps_single_row = aggregate.keeps_single_row or (not aggregate.folds_retractions and '{value}' in (aggregate.retract or '')) %}
  {% if group and aggregate.folds_retractions %}
    {{ return(tablestore._function_call('if', ['count(*) = 1 and bool_and(' ~ tablestore._outside_group(group) ~ ')', 'any_value(' ~ value ~ ')', folded])) }}
  {% elif group or (retracts and keeps_single_row) or (retraction and aggregate.keeps_single_row) %}
    {{ return(tablestore._function_call('if', ['count(*) = 1', 'any_value(' ~ value ~ ')', folded])) }}
  {% endif %}
  {{ return(folded) }}
{% endmacro %}
