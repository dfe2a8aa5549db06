{# Whether a row takes part in a sequence group: one without any sequence of the group leaves it alone. #}
{% macro _in_group(group, prefix='') %}
  {% set parts = [] %}
  {% for field in group.sequence %}
    {% do parts.append(prefix ~ field.quoted ~ ' is not null') %}
  {% endfor %}
  {{ return('(' ~ parts | join(' or ') ~ ')' if parts | length > 1 else '(' ~ parts[0] ~ ')') }}
{% endmacro %}

{# What rows of a group compare by; a null is smaller than any value. #}
{% macro _group_key(group, prefix='') %}
  {{ return('struct(' ~ prefix ~ group.sequence | map(attribute='quoted') | join(', ' ~ prefix) ~ ')') }}
{% endmacro %}

{# The same for the rows of a batch, where the order of arrival decides between equals. #}
{% macro _group_order(group) %}
  {{ return('struct(' ~ group.sequence | map(attribute='quoted') | join(', ') ~ ', _order)') }}
{% endmacro %}

{# A member without an aggregate function takes the value of the newest row of its group, null included. #}
{% macro _protected_aggregate() %}
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
{% macro _sequence_aggregate() %}
  {{ return({
    'add': '{value}',
    'retract': '{value}',
    'retract_reversed': '{acc}',
    'hash': '{last}({value}, {order}){where}',
    'hash_both': '{last}({value}, {order}){where}',
    'in_group': true, 'needs_row': true,
  }) }}
{% endmacro %}
