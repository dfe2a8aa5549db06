{#
  The fold row by row from an empty value, as Paimon does it. The accumulator `a` is the value so far; for a sequence
  group, or a function that uses {init}, it is a struct of the value (`v`), whether a value was added (`init`) and the newest
  sequence of the group (`seq`).

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
  {% set retracted = tablestore._fold_step(column, aggregate, group, aggregate.retract, none, key) if retraction else added %}
  {% if retracted != added %}
    {% do branches.append('when ' ~ retraction ~ ' then ' ~ retracted) %}
  {% endif %}
  {{ return('aggregate(\n  ' ~ rows ~ ',\n  ' ~ tablestore._fold_start(column, aggregate, group) ~ ',\n  (a, r) -> '
      ~ tablestore._case(branches, added) | indent(2) ~ '\n)') }}
{% endmacro %}

{# The branches for a row that is older than the newest row of its group. #}
{% macro _older_branches(column, aggregate, group, older, retraction) %}
  {% set added = tablestore._fold_step(column, aggregate, group, aggregate.add_older, aggregate.starts_older or aggregate.starts, 'a.seq') %}
  {% set retracted = tablestore._fold_step(column, aggregate, group, aggregate.retract_older or aggregate.retract, none, 'a.seq') if retraction else added %}
  {{ return((['when ' ~ older ~ ' and ' ~ retraction ~ ' then ' ~ retracted] if retracted != added else []) + ['when ' ~ older ~ ' then ' ~ added]) }}
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
    {% do fields.append("'init', a.init" ~ (' or ' ~ tablestore._fill_template(starts, acc, value) if starts else '')) %}
  {% endif %}
  {{ return(tablestore._function_call('named_struct', fields + (["'seq', " ~ sequence] if group else []))) }}
{% endmacro %}

{# The accumulator before any row. #}
{% macro _fold_start(column, aggregate, group) %}
  {% set nothing = 'cast(null as ' ~ tablestore._fold_type(aggregate) ~ ')' %}
  {% if not group and not aggregate.starts %}
    {{ return(nothing) }}
  {% endif %}
  {% set fields = ["'v', " ~ nothing] + (["'init', false"] if aggregate.starts else []) %}
  {{ return(tablestore._function_call('named_struct', fields + (["'seq', " ~ tablestore._null_group_key(group)] if group else []))) }}
{% endmacro %}
