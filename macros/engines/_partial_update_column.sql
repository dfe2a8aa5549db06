{# The function of a column of a partial-update table, and the group that orders it. #}
{% macro _partial_update_column(plan, column) %}
  {% for group in plan.groups %}
    {% if column.key in group.sequence | map(attribute='key') | list %}
      {{ return({'column': column, 'group': group,
                 'aggregate': tablestore._completed('sequence', tablestore._sequence_aggregate(), column)}) }}
    {% elif column.key in group.members %}
      {% set settings = plan.fields.get(column.key, {}) %}
      {% set name = settings.aggregate_function or plan.options.default_aggregate_function %}
      {% if name %}
        {{ return({'column': column, 'group': group, 'aggregate': tablestore._aggregate(name, column, settings)}) }}
      {% endif %}
      {{ return({'column': column, 'group': group,
                 'aggregate': tablestore._completed('protected', tablestore._protected_aggregate(), column)}) }}
    {% endif %}
  {% endfor %}
  {{ return({'column': column, 'group': none, 'aggregate': tablestore._overwrite(plan, column)}) }}
{% endmacro %}

{#
  A column outside every group: the newest value that is not null, which no retraction takes back. A lone retraction
  keeps the sequence it came with, which says whether it is late.
#}
{% macro _overwrite(plan, column) %}
  {% set aggregate = tablestore._aggregate('last_non_null_value', column, {'ignore_retract': true}) %}
  {% do aggregate.update({'keeps_lone': column in plan.sequence_columns}) %}
  {% if tablestore._retract(plan) and plan.options.partial_update_remove_record_on_delete %}
    {% set hash = '{last}(if({retract}, null, {value}), {order}) filter (where {value} is not null or {retract})' %}
    {% if column in plan.sequence_columns %}
      {% set hash = '{last}({value}, {order}) filter (where {value} is not null)' %}
    {% endif %}
    {% do aggregate.update({'hash_both': hash, 'ignores_retract': false, 'skips_null': false, 'signed': true}) %}
  {% endif %}
  {{ return(aggregate) }}
{% endmacro %}

{# Per group, whether a retraction reached it; each group learns the name it goes by. #}
{% macro _group_retracts(plan) %}
  {% set result = {} %}
  {% for group in plan.groups %}
    {% do result.update({group.retracts: 'bool_or(' ~ tablestore._retract(plan) ~ ' and ' ~ tablestore._in_group(group) ~ ')'}) %}
  {% endfor %}
  {{ return(result) }}
{% endmacro %}
