{#
  The total order of the rows of a batch: the sequence, the upstream's commit, the row kind, then every other column. None
  if there is nothing to order by. The changes of one commit have no order among themselves: its retractions come before its
  additions.

    commits_first  whether the commit comes before the sequence
#}
{% macro _batch_order(plan, commits_first=false) %}
  {% set parts, descending = tablestore._sequence_key(plan), plan.sequence_descending %}
  {% if plan.commit_column %}
    {% do parts.insert(0 if commits_first else parts | length, ('-' if descending else '') ~ plan.commit_column) %}
  {% endif %}
  {% if plan.kind_column %}
    {% set kinds = ['-D', '-U', '+I', '+U'] if plan.commit_column else ['+I', '-U', '+U', '-D'] %}
    {% do parts.append(tablestore._kind_rank(kinds | reverse | list if descending else kinds, '+U' if plan.commit_column else '+I')) %}
  {% endif %}
  {% for column in plan.value_columns if column not in plan.sequence_columns %}
    {% do parts.append(tablestore._comparable_column(column)) %}
  {% endfor %}
  {{ return(tablestore._function_call('struct', parts) if parts else none) }}
{% endmacro %}

{# The position of a row's kind in a list of kinds; a kind that is not in the list counts as `unknown`. #}
{% macro _kind_rank(kinds, unknown) %}
  {% set branches = [] %}
  {% for kind in kinds if kind != unknown %}
    {% do branches.append("when '" ~ kind ~ "' then " ~ kinds.index(kind)) %}
  {% endfor %}
  {{ return('case _kind ' ~ branches | join(' ') ~ ' else ' ~ kinds.index(unknown) ~ ' end') }}
{% endmacro %}
