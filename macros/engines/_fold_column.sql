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
  {% set needs_group_order = group and not aggregate.commutative
      and (not aggregate.orders_by_group or plan.sequence_descending) %}
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
    'value': value if tablestore._fold_type(aggregate) == aggregate.folded_type
      else 'cast(' ~ value ~ ' as ' ~ aggregate.folded_type ~ ')',
    'overflow': 'size(' ~ rows ~ ') > 1 and ' ~ column.quoted ~ '.v is null and ' ~ column.quoted ~ '.init'
      if aggregate.fold_overflows,
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
  {% set folded = tablestore._fill_template_words(template, {
    '{where}': ' filter (where ' ~ where | join(' and ') ~ ')' if where else '',
    '{retract}': retraction or 'false',
    '{last}': 'min_by' if descending else 'max_by',
    '{first}': 'max_by' if descending else 'min_by',
    '{order}': tablestore._group_order(group) if group else '_order',
    '{value}': value,
  }) %}
  {% set keeps_single_row = aggregate.keeps_single_row
      or (not aggregate.folds_retractions and '{value}' in (aggregate.retract or '')) %}
  {% if group and aggregate.folds_retractions %}
    {% set is_single = 'count(*) = 1 and bool_and(' ~ tablestore._outside_group(group) ~ ')' %}
    {{ return(tablestore._wrapped_call('if', [is_single, 'any_value(' ~ value ~ ')', folded])) }}
  {% elif group or (retracts and keeps_single_row) or (retraction and aggregate.keeps_single_row) %}
    {{ return(tablestore._wrapped_call('if', ['count(*) = 1', 'any_value(' ~ value ~ ')', folded])) }}
  {% endif %}
  {{ return(folded) }}
{% endmacro %}

{# The opposite of `_is_retraction`, for a model whose rows can be retractions. #}
{% macro _is_addition(plan) %}
  {{ return("_kind <> '-D'" if plan.options.ignore_update_before else "_kind not in ('-U', '-D')") }}
{% endmacro %}

{#
  The fold row by row from an empty value, as Paimon does it. The accumulator `a` is the value so far; for a sequence
  group, or a function that uses {init}, it is a struct of the value (`v`), whether a value was added (`init`) and the
  newest sequence of the group (`seq`).

    rows        the array with the rows of a key
    retraction  whether the row `r` is a retraction; none if no row is one
#}
{% macro _fold_one_by_one(column, aggregate, group, rows, retraction) %}
  {% set branches = [] %}
  {% if group %}
    {% do branches.append('when ' ~ tablestore._outside_group(group, 'r.') ~ ' then a') %}
  {% endif %}
  {% if aggregate.fold_overflows %}
    {% do branches.append('when a.init and a.v is null then a') %}
  {% endif %}
  {% if retraction and aggregate.ignores_retractions and not group %}
    {% do branches.append('when ' ~ retraction ~ ' then a') %}
    {% set retraction = none %}
  {% elif not aggregate.retract %}
    {% set retraction = none %}
  {% endif %}
  {% set key = tablestore._group_key(group, 'r.') if group %}
  {% if group %}
    {% do branches.extend(tablestore._older_branches(column, aggregate, group, key ~ ' < a.seq', retraction)) %}
  {% endif %}
  {% set added = tablestore._fold_step(column, aggregate, group, aggregate.add, aggregate.starts, key) %}
  {% set retracted = added %}
  {% if retraction %}
    {% set starts = aggregate.starts_retracted %}
    {% set retracted = tablestore._fold_step(column, aggregate, group, aggregate.retract, starts, key) %}
  {% endif %}
  {% if retracted != added %}
    {% do branches.append('when ' ~ retraction ~ ' then ' ~ retracted) %}
  {% endif %}
  {{ return('aggregate(\n  ' ~ rows ~ ',\n  ' ~ tablestore._fold_start(aggregate, group) ~ ',\n  (a, r) -> '
      ~ tablestore._wrapped_case(branches, added) | indent(2) ~ '\n)') }}
{% endmacro %}

{# The branches for a row that is older than the newest row of its group. #}
{% macro _older_branches(column, aggregate, group, older, retraction) %}
  {% set starts, retract = aggregate.starts_older or aggregate.starts, aggregate.retract_older or aggregate.retract %}
  {% set added = tablestore._fold_step(column, aggregate, group, aggregate.add_older, starts, 'a.seq') %}
  {% set branches = ['when ' ~ older ~ ' then ' ~ added] %}
  {% if retraction %}
    {% set retracted = tablestore._fold_step(column, aggregate, group, retract, aggregate.starts_retracted, 'a.seq') %}
    {% do branches.insert(0, 'when ' ~ older ~ ' and ' ~ retraction ~ ' then ' ~ retracted) if retracted != added %}
  {% endif %}
  {{ return(branches) }}
{% endmacro %}

{# The accumulator after a row. `starts` is the template of {init} after it; none keeps {init}. #}
{% macro _fold_step(column, aggregate, group, template, starts, sequence) %}
  {% set is_struct, value = group or aggregate.starts, 'r.' ~ column.quoted %}
  {% set acc = 'a.v' if is_struct else 'a' %}
  {% set result = tablestore._fill_template(template, acc, value, 'a.init') %}
  {% if result == acc and not (aggregate.starts and starts) and sequence in [none, 'a.seq'] %}
    {{ return('a') }}
  {% elif result != value or tablestore._fold_type(aggregate) != column.type %}
    {% set result = 'cast(' ~ result ~ ' as ' ~ tablestore._fold_type(aggregate) ~ ')' %}
  {% endif %}
  {% if not is_struct %}
    {{ return(result) }}
  {% endif %}
  {% set fields = ["'v', " ~ result] %}
  {% if aggregate.starts %}
    {% do fields.append("'init', a.init"
        ~ (' or ' ~ tablestore._fill_template(starts, acc, value) if starts else '')) %}
  {% endif %}
  {{ return(tablestore._wrapped_call('named_struct', fields + (["'seq', " ~ sequence] if group else []))) }}
{% endmacro %}

{# The type of a value while it is folded: functions compute with a string in place of a char or varchar. #}
{% macro _fold_type(aggregate) %}
  {% set is_text = aggregate.folded_type.startswith('varchar') or aggregate.folded_type.startswith('char') %}
  {{ return('string' if is_text else aggregate.folded_type) }}
{% endmacro %}

{# The accumulator before any row. #}
{% macro _fold_start(aggregate, group) %}
  {% set nothing = 'cast(null as ' ~ tablestore._fold_type(aggregate) ~ ')' %}
  {% if not group and not aggregate.starts %}
    {{ return(nothing) }}
  {% endif %}
  {% set fields = ["'v', " ~ nothing] + (["'init', false"] if aggregate.starts else []) %}
  {% do fields.append("'seq', " ~ tablestore._null_group_key(group)) if group %}
  {{ return(tablestore._wrapped_call('named_struct', fields)) }}
{% endmacro %}
