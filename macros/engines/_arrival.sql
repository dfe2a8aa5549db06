{#
  The position of a row of `_records` in the order of the upstream's commits. Within a commit, the row before an update
  comes first, because the sequence of the row after it can be older; so does a delete, unless a commit can have several
  changes of a key. Then the order of the batch decides.
#}
{% macro _arrival(plan, row) %}
  {% if not tablestore._has_commits_and_sequence(plan) %}
    {{ return(row ~ '._order') }}
  {% endif %}
  {% set descending, several = plan.sequence_descending, plan.arrival != 'commits' %}
  {% set is_first, is_last = ("= '-U'", "<> '-U'") if several else ("in ('-U', '-D')", "not in ('-U', '-D')") %}
  {{ return('struct(' ~ ('-' if descending else '') ~ row ~ '.' ~ plan.commit_column ~ ', '
      ~ row ~ '._kind ' ~ (is_first if descending else is_last) ~ ', ' ~ row ~ '._order)') }}
{% endmacro %}
