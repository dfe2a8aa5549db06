{#
  The operator keys that a change touches, possibly with duplicates; an operator without a key works on all rows. A join uses
  all unread changes, which may include keys without a net change, because net changes cost more. The other operators use
  the net changes, so that other keys are not computed.
#}
{% macro _touched_keys(inputs, operator) %}
  {% set queries, source = [], '_unread' if operator.expiry == 'window' else '_changes' %}
  {% for input in inputs if input.operator_key %}
    {% set names = [] %}
    {% for column in input.operator_key %}
      {% do names.append(tablestore._quote(column) ~ ' as _key_' ~ loop.index) %}
    {% endfor %}
    {% do queries.append('select ' ~ names | join(', ') ~ '\nfrom ' ~ input.name ~ source) %}
  {% endfor %}
  {{ return([tablestore._cte('touched', queries | join('\nunion all\n'))] if queries else []) }}
{% endmacro %}
