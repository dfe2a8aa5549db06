{#
  The order of the rows of one key. A null in a sequence field is older than any value, whatever the direction;
  a descending sequence is folded with `min_by`, so there "is null" goes before each field.
#}
{% macro _sequence_key(plan, alias=none) %}
  {% set prefix = alias ~ '.' if alias else '' %}
  {% set parts = [] %}
  {% for field in plan.sequence_columns %}
    {% if plan.sequence_descending %}
      {% do parts.append(prefix ~ field.quoted ~ ' is null') %}
    {% endif %}
    {% do parts.append(tablestore._orderable(field, prefix)) %}
  {% endfor %}
  {{ return(parts) }}
{% endmacro %}

{# What a column is compared by: maps and variants have no order of their own, their text has one. #}
{% macro _orderable(column, prefix='') %}
  {% if 'map<' in column.type or 'variant' in column.type %}
    {{ return('cast(' ~ prefix ~ column.quoted ~ ' as string)') }}
  {% endif %}
  {{ return(prefix ~ column.quoted) }}
{% endmacro %}

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
    {% do rest.append(tablestore._orderable(column)) %}
  {% endfor %}
  {{ return('struct(' ~ (tablestore._sequence_key(plan) + commit + [kinds] + rest) | join(', ') ~ ')') }}
{% endmacro %}

{# The value of the last row of a key. #}
{% macro _latest(value, plan) %}
  {{ return(('min_by(' if plan.sequence_descending else 'max_by(') ~ value ~ ', _order)') }}
{% endmacro %}

{# The value of the first row of a key. #}
{% macro _earliest(value, plan) %}
  {{ return(('max_by(' if plan.sequence_descending else 'min_by(') ~ value ~ ', _order)') }}
{% endmacro %}

{# Whether the batch's row is older than the stored one; on a tie the later commit, that is the batch, wins. #}
{% macro _is_late(plan) %}
  {% if not plan.sequence_columns %}
    {{ return('false') }}
  {% endif %}
  {% set new = 'struct(' ~ tablestore._sequence_key(plan, 'new') | join(', ') ~ ')' %}
  {% set old = 'struct(' ~ tablestore._sequence_key(plan, 'old') | join(', ') ~ ')' %}
  {{ return(new ~ (' > ' if plan.sequence_descending else ' < ') ~ old) }}
{% endmacro %}
