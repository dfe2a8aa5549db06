{#
  The position of a row of `_records` in the order of the upstream's commits. Within a commit, the row before an update
  comes first, because the sequence of the row after it can be older; then the order of the batch decides.
#}
{% macro _arrival(plan, row) %}
  {% if not tablestore._has_commits_and_sequence(plan) %}
    {{ return(row ~ '._order') }}
  {% endif %}
  {% set descending = plan.sequence_descending %}
  {{ return('struct(' ~ ('-' if descending else '') ~ row ~ '.' ~ plan.commit_column ~ ', '
      ~ row ~ '._kind ' ~ ('=' if descending else '<>') ~ " '-U', " ~ row ~ '._order)') }}
{% endmacro %}
