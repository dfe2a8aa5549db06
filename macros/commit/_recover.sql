{#
  Completes what earlier runs have left, and returns the last commit of the table. A commit that was claimed is finished: its
  staged rows are absolute values, and every statement can be executed again. A rebuild that was claimed, but has not replaced
  the table, is abandoned: without its staged rows it cannot replace the table any more.

    rebuild  whether this run replaces the table: then it needs no commit whose staged rows are gone
#}
{% macro _recover(node, relation, last, rebuild=false) %}
  {% set claim = tablestore._existing_claim(relation, last) %}
  {% if claim and claim['tablestore.rebuild'] == 'true' %}
    {{ return(tablestore._recover(node, relation, tablestore._abandon(node, relation, last, claim), rebuild)) }}
  {% endif %}
  {% set id = tablestore._unfinished_id(last, claim) %}
  {% if not id %}
    {{ return(last) }}
  {% endif %}
  {% set stage = tablestore._side_table(relation, '__commit_' ~ id, last.side_schema) %}
  {% if tablestore._exists_now(stage) %}
    {{ return(tablestore._recover(node, relation, tablestore._roll_forward(node, relation, last, id), rebuild)) }}
  {% endif %}
  {{ return(tablestore._recover(node, relation, tablestore._without_stage(node, relation, last, claim, stage, rebuild), rebuild)) }}
{% endmacro %}

{# Drops the staged rows of a rebuild; the claim stays until the next commit is sealed, because its number is used. #}
{% macro _abandon(node, relation, last, claim) %}
  {% do log(node.name ~ ': abandoning the rebuild of an earlier run (' ~ tablestore._run_of(claim) ~ '), which had not replaced the table', info=true) %}
  {% set place = fromjson(claim['tablestore.side-tables']) %}
  {% set staged = tablestore._side_table(relation, '__commit_' ~ claim['tablestore.staged'], place.get('schema')) %}
  {% do tablestore._run([tablestore.formats()[claim['tablestore.format']].drop | replace('{table}', staged | string)]) %}
  {% do adapter.cache_dropped(staged) %}
  {{ return(dict(last, abandoned_claims=last.abandoned_claims + [tablestore._claim_relation(relation, last) | string])) }}
{% endmacro %}
