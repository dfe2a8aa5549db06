{# Deletes the sequences that no longer count. #}
{% macro _deletes_trimmed(plan, commit) %}
  {{ return({'step': 'expire', 'sql': 'delete from ' ~ plan.deletes.table ~ ' where _committed_at <= '
      ~ tablestore._deletes_limit(plan, commit)}) }}
{% endmacro %}

{# The time of the commit up to which deletes no longer count. #}
{% macro _deletes_limit(plan, commit) %}
  {% set time = tablestore._timestamp_literal(commit.properties['tablestore.committed-at']) %}
  {{ return(tablestore._shifted_time(time, '-', plan.deletes.retained)) }}
{% endmacro %}
