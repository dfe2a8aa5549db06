{# The function of a column of a partial-update table, and the group that orders it. #}
{% macro _partial_update_column(plan, column) %}
  {% for group in plan.groups %}
    {% if column.key in group.sequence | map(attribute='key') | list %}
      {{ return({'column': column, 'group': group,
                 'aggregate': tablestore._complete_aggregate('sequence', tablestore._group_sequence_aggregate(), column)}) }}
    {% elif column.key in group.members %}
      {% set settings = plan.fields.get(column.key, {}) %}
      {% set name = settings.aggregate_function or plan.options.default_aggregate_function %}
      {% if name %}
        {{ return({'column': column, 'group': group, 'aggregate': tablestore._aggregate(name, column, settings)}) }}
      {% endif %}
      {{ return({'column': column, 'group': group,
                 'aggregate': tablestore._complete_aggregate('protected', tablestore._group_member_aggregate(), column)}) }}
    {% endif %}
  {% endfor %}
  {{ return({'column': column, 'group': none, 'aggregate': tablestore._overwrite_aggregate(plan, column)}) }}
{% endmacro %}

{#
  A column outside every group: the newest value that is not null, which no retraction takes back. A lone retraction
  keeps the sequence it came with, which says whether it is late.
#}
{% macro _overwrite_aggregate(plan, column) %}
  {% set aggregate = tablestore._aggregate('last_non_null_value', column, {'ignore_retract': true}) %}
  {% do aggregate.update({'keeps_lone': column in plan.sequence_columns}) %}
  {% if tablestore._is_retraction(plan) and plan.options.partial_update_remove_record_on_delete %}
    {% set hash = '{last}(if({retract}, null, {value}), {order}) filter (where {value} is not null or {retract})' %}
    {% if column in plan.sequence_columns %}
      {% set hash = '{last}({value}, {order}) filter (where {value} is not null)' %}
    {% endif %}
    {% do aggregate.update({'hash_both': hash, 'ignores_retract': false, 'skips_null': false, 'signed': true}) %}
  {% endif %}
  {{ return(aggregate) }}
{% endmacro %}

{# A member without an aggregate function takes the value of the newest row of its group, null included. #}
{% macro _group_member_aggregate() %}
  {{ return({
    'add': '{value}',
    'retract': 'null',
    'retract_reversed': '{acc}',
    'hash': '{last}({value}, {order}){where}',
    'hash_both': '{last}(if({retract}, null, {value}), {order}){where}',
    'in_group': true, 'needs_row': true,
  }) }}
{% endmacro %}

{# The sequence fields themselves are those of the newest row, retracted or not. #}
{% macro _group_sequence_aggregate() %}
  {{ return({
    'add': '{value}',
    'retract': '{value}',
    'retract_reversed': '{acc}',
    'hash': '{last}({value}, {order}){where}',
    'hash_both': '{last}({value}, {order}){where}',
    'in_group': true, 'needs_row': true,
  }) }}
{% endmacro %}
