{#
  Whether the rows of a batch have both a sequence and the commits of an upstream, so that a row of a later commit can
  have an older sequence.
#}
{% macro _has_commits_and_sequence(plan) %}
  {{ return(plan.commit_column is not none and plan.sequence_columns | length > 0) }}
{% endmacro %}
