{#
  The new value of a column: the stored value and the folded value of the batch, merged in the order of their sequences.
  Uses the names of `_order_conditions`.

    restarts  whether the engine has a condition `_restarts`
#}
{% macro _merge_column(plan, column, aggregate, group=none, restarts=false) %}
  {% set applies_retractions = tablestore._is_retraction(plan) and not aggregate.folds_retractions %}
  {% set merged, branches = tablestore._merge_sides(column, aggregate, group, 'old.', 'new.', applies_retractions), [] %}
  {% if restarts or group or aggregate.keeps_first_value %}
    {% do branches.append('when ' ~ ('_restarts' if restarts else tablestore._has_old_row(plan, false)) ~ ' then new.' ~ column.quoted) %}
  {% endif %}
  {% if plan.sequence_columns and not aggregate.commutative %}
    {% set overtaken = tablestore._merge_sides(column, aggregate, group, 'new.', 'old.', applies_retractions) %}
    {% if overtaken != merged %}
      {% do branches.append('when _is_older then ' ~ tablestore._case(overtaken.branches, overtaken.otherwise)) %}
    {% endif %}
  {% endif %}
  {{ return(tablestore._case(branches + merged.branches, merged.otherwise)) }}
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
  {% set retracted = tablestore._fill_template(aggregate.retract or '{acc}', acc, value, init) %}
  {% if group %}
    {% set older = ('_is_older_' if b == 'new.' else '_is_newer_') ~ group.number %}
    {% set added_older = tablestore._fill_template(aggregate.add_older, acc, value, init) %}
    {% set retracted_older = tablestore._fill_template(aggregate.retract_older, acc, value, init) if aggregate.retract_older else retracted %}
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
