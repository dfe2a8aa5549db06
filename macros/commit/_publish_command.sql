{#
  The command that publishes the commit of a run that was stopped, as text for messages. A run publishes it, too, but
  then it merges a batch, which can be that of the commit once more.
#}
{% macro _publish_command(name) %}
  {{ return("dbt run-operation maintain --args '{select: " ~ name ~ "}'") }}
{% endmacro %}
