{#
  The last commit of a table when the next one cannot be finished, because its staged rows are gone.

  A rebuild has replaced the table by all of its rows: only the changelog and the history lack them, so the changelog starts
  again with the next commit. Another commit may be in the table in part, which only a rebuild can mend.
#}
{% macro _without_stage(node, relation, last, claim, stage, rebuild) %}
  {% set lost = stage ~ ' with its staged rows is gone' %}
  {% if not claim %}
    {% do log(node.name ~ ': the rebuild of an earlier run (' ~ tablestore._run_of(last.properties) ~ ') is complete but for its changelog: ' ~ lost, info=true) %}
    {% set claims = fromjson(last.properties.get('tablestore.claims', '[]')) %}
    {{ return(dict(last, properties=dict(last.properties, **{'tablestore.staged': ''}), abandoned_claims=last.abandoned_claims + claims)) }}
  {% elif not rebuild %}
    {% do tablestore._fail(relation | string, [
      'commit ' ~ claim['tablestore.commit'] ~ ' of an earlier run (' ~ tablestore._run_of(claim) ~ ') cannot be completed: ' ~ lost
          ~ ', and the table may have a part of it',
      'rebuild the model and its readers: dbt run --full-refresh --select ' ~ node.name ~ '+',
    ]) %}
  {% endif %}
  {% do log(node.name ~ ': leaving out commit ' ~ claim['tablestore.commit'] ~ ' of an earlier run (' ~ tablestore._run_of(claim) ~ '): ' ~ lost, info=true) %}
  {{ return(dict(last, abandoned_claims=last.abandoned_claims + [tablestore._claim_relation(relation, last) | string])) }}
{% endmacro %}
