{# The aggregate function of a column of a partial-update table, and the sequence group that orders it. #}
{% macro _partial_update_column(plan, column) %}
  {% for group in plan.groups %}
    {% if column.lower_name in group.sequence | map(attribute='lower_name') | list %}
      {{ return({'column': column, 'group': group,
                 'aggregate': tablestore._complete_aggregate('sequence', tablestore._group_sequence_aggregate(), column)}) }}
    {% elif column.lower_name in group.members %}
      {% set settings = plan.fields.get(column.lower_name, {}) %}
      {% set name = settings.aggregate_function or plan.options.default_aggregate_function %}
      {% if name %}
        {{ return({'column': column, 'group': group, 'aggregate': tablestore._aggregate(name, column, settings)}) }}
      {% endif %}
      {{ return({'column': column, 'group': group,
                 'aggregate': tablestore._complete_aggregate('member', tablestore._group_member_aggregate(), column)}) }}
    {% endif %}
  {% endfor %}
  {{ return({'column': column, 'group': none, 'aggregate': tablestore._overwrite_aggregate(plan, column)}) }}
{% endmacro %}

{#
  A column outside every group: the newest value that is not null. Retractions do not remove it, unless a -D removes the
  row: then it starts again after the -D. A single retraction keeps its own sequence, which tells whether it is late.
#}
{% macro _overwrite_aggregate(plan, column) %}
  {% set aggregate = tablestore._aggregate('last_non_null_value', column, {'ignore_retract': true}) %}
  {% set aggregate = dict(aggregate, keeps_single_row=column in plan.sequence_columns) %}
  {% if tablestore._is_retraction(plan) and plan.options.partial_update_remove_record_on_delete %}
    {% set grouped = "{last}(if(_kind = '-D', null, {value}), {order}) filter (where _kind = '-D' or _kind <> '-U' and {value} is not null)" %}
    {% if column in plan.sequence_columns %}
      {% set grouped = "{last}({value}, {order}) filter (where _kind <> '-U' and {value} is not null)" %}
    {% endif %}
    {{ return(dict(aggregate, grouped_with_retractions=grouped, ignores_retractions=false, grouped_skips_null=false, folds_retractions=true,
                   keeps_single_row=false)) }}
  {% endif %}
  {{ return(aggregate) }}
{% endmacro %}

{# A member without an aggregate function takes the value of the newest row of its group, including null. #}
{% macro _group_member_aggregate() %}
  {{ return({
    'add': '{value}',
    'retract': 'null',
    'retract_older': '{acc}',
    'grouped': '{last}({value}, {order}){where}',
    'grouped_with_retractions': '{last}(if({retract}, null, {value}), {order}){where}',
    'orders_by_group': true, 'keeps_first_value': true,
  }) }}
{% endmacro %}

{# The fields that order a group are those of its newest row, retracted or not. #}
{% macro _group_sequence_aggregate() %}
  {{ return({
    'add': '{value}',
    'retract': '{value}',
    'retract_older': '{acc}',
    'grouped': '{last}({value}, {order}){where}',
    'grouped_with_retractions': '{last}({value}, {order}){where}',
    'orders_by_group': true, 'keeps_first_value': true,
  }) }}
{% endmacro %}
