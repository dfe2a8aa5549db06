{#
  How one column of a batch folds:
    grouped  an expression for the GROUP BY, or none
    stepped  an expression over `records`, the rows of the key in their order, or none
    value    the folded value, over what those two are named: the column itself
    failed   where a checked fold did not fit, else none

  `records` is set when only that will do, because a delete in the batch makes the row start again.
#}
{% macro _fold_column(plan, column, aggregate, group=none, records=none) %}
  {% set retract = none if aggregate.ignores_retract else tablestore._is_retraction(plan) %}
  {% set both = retract and aggregate.retract %}
  {% set hash = aggregate.hash_both if both else aggregate.hash %}
  {% set ordered_group = group and not aggregate.commutes and (not aggregate.in_group or plan.sequence_descending) %}
  {% if hash and not records and not ordered_group %}
    {{ return({'grouped': tablestore._fold_hash(plan, column, aggregate, group, both), 'stepped': none,
               'value': column.quoted, 'failed': none}) }}
  {% endif %}
  {% set rows = records or '_records' %}
  {% set lone = 'size(' ~ rows ~ ') = 1' %}
  {% set value = column.quoted ~ '.v' %}
  {% if group and aggregate.signed %}
    {% set lone = lone ~ ' and not ' ~ tablestore._in_group(group, rows ~ '[0].') %}
  {% endif %}
  {% if group or not aggregate.signed %}
    {% set value = 'if(' ~ lone ~ ', ' ~ rows ~ '[0].' ~ column.quoted ~ ', ' ~ value ~ ')' %}
  {% endif %}
  {{ return({
    'grouped': none,
    'stepped': tablestore._fold_ordered(column, aggregate, group, rows, tablestore._is_retraction(plan)),
    'value': value,
    'failed': 'size(' ~ rows ~ ') > 1 and ' ~ column.quoted ~ '.v is null and ' ~ column.quoted ~ '.init' if aggregate.checked and aggregate.starts,
  }) }}
{% endmacro %}

{# Whether a lone row must stay as it is because its value, or its sequence, is needed to take it back. #}
{% macro _keeps_lone(aggregate) %}
  {{ return(aggregate.keeps_lone or (not aggregate.signed and '{value}' in (aggregate.retract or ''))) }}
{% endmacro %}

{# The fold as one of Spark's aggregates. A lone row is kept as it is: what it means is known once the old row is. #}
{% macro _fold_hash(plan, column, aggregate, group, both) %}
  {% set hash = aggregate.hash_both if both else aggregate.hash %}
  {% set value = aggregate.raw | replace('{value}', column.quoted) %}
  {% set retract = tablestore._is_retraction(plan) %}
  {% set where = [] %}
  {% if group %}
    {% do where.append(tablestore._in_group(group)) %}
  {% endif %}
  {% if retract and not both %}
    {% do where.append('not ' ~ retract) %}
  {% endif %}
  {% if aggregate.skips_null %}
    {% do where.append(column.quoted ~ ' is not null') %}
  {% endif %}
  {% set descending = plan.sequence_descending and not group %}
  {% set folded = hash | replace('{where}', ' filter (where ' ~ where | join(' and ') ~ ')' if where else '')
      | replace('{retract}', retract or 'false')
      | replace('{last}', 'min_by' if descending else 'max_by')
      | replace('{first}', 'max_by' if descending else 'min_by')
      | replace('{order}', tablestore._group_order(group) if group else '_order')
      | replace('{value}', value) %}
  {% set lone = [] %}
  {% if group and aggregate.signed %}
    {% do lone.append('count(*) = 1 and not bool_or(' ~ tablestore._in_group(group) ~ ')') %}
  {% elif group or (both and tablestore._keeps_lone(aggregate)) or (retract and aggregate.keeps_lone) %}
    {% do lone.append('count(*) = 1') %}
  {% endif %}
  {{ return('if(' ~ lone[0] ~ ', any_value(' ~ value ~ '), ' ~ folded ~ ')' if lone else folded) }}
{% endmacro %}
