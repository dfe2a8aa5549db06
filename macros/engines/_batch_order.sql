{#
  Total order within a batch: sequence, the upstream's commit, row kind, then every other column. The changes of one
  commit have no order of their own: what it takes back goes before what it puts there.
#}
{% macro _batch_order(plan) %}
  {% set kinds = "case _kind when '-U' then 1 when '+U' then 2 when '-D' then 3 else 0 end" if not plan.commit_column else
      "case _kind when '-D' then 0 when '-U' then 1 when '+I' then 2 else 3 end" %}
  {% set commit = [plan.commit_column] if plan.commit_column else [] %}
  {% if plan.sequence_descending %}
    {% set commit = commit | map('replace', '`_commit`', '-`_commit`') | list %}
    {% set kinds = '-' ~ kinds %}
  {% endif %}
  {% set rest = [] %}
  {% for column in plan.value_columns if column not in plan.sequence_columns %}
    {% do rest.append(tablestore._comparable_column(column)) %}
  {% endfor %}
  {{ return('struct(' ~ (tablestore._sequence_key(plan) + commit + [kinds] + rest) | join(', ') ~ ')') }}
{% endmacro %}
