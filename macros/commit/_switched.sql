{#
  Runs the statements that make a commit part of its table, and returns the commit with the snapshot or version that it
  has made; none for a rebuild with branches, whose version is what its publisher finds. Fails if another run has made a
  commit since this run has read the table, or if somebody has changed the columns of a table that it has rewritten:
  then it has changed nothing.
#}
{% macro _switched(plan, relation, commit, statements) %}
  {% if plan.branch and not commit.rebuild %}
    {% do tablestore._assert_same_columns(plan, relation) if plan.rewritten %}
    {% set version = tablestore._moved_to_branch(relation, commit, statements[0]) %}
    {% do tablestore._fail_as_staged(plan) if version == commit.snapshot %}
    {% set metrics = tablestore._adapter_summary(relation, version) if plan.merge_decides else {} %}
    {{ return(dict(commit, version=version, metrics=metrics)) }}
  {% endif %}
  {% do tablestore._run(statements, resets=true) %}
  {{ return(commit if plan.branch else tablestore._with_delta_version(plan, relation, commit)) }}
{% endmacro %}

{#
  Fails if somebody has changed the columns of a table while a commit rewrote its rows. A change of columns makes no
  snapshot, so it does not stop the commit by itself.
#}
{% macro _assert_same_columns(plan, relation) %}
  {% if tablestore._rewritten_columns(plan, relation) != plan.rewritten %}
    {% do tablestore.fail(
        "model '" ~ plan.model ~ "' cannot commit what it has written; the rows of its table are unchanged",
        ['the columns of ' ~ relation ~ ' were changed meanwhile', 'run it again: dbt run --select ' ~ plan.model]) %}
  {% endif %}
{% endmacro %}

{#
  Fails where Iceberg has staged the rows of the commit, for an audit before they are published: its branch has none of
  them, so the table is as it was.
#}
{% macro _fail_as_staged(plan) %}
  {% do tablestore.fail(
      "model '" ~ plan.model ~ "' cannot commit what it has written; the rows of its table are unchanged", [
      'the session has spark.wap.id, and the table write.wap.enabled, so Iceberg has staged the rows:'
      ~ ' reset spark.wap.id (spark_config in profiles.yml, or a hook), because a commit has a branch of its own']) %}
{% endmacro %}

{#
  Moves the table to the branch of the commit, and returns the snapshot. Iceberg also refuses that when something else
  of the table, such as a property, has changed in the same moment: as long as the table has the snapshot of the pin, it
  is tried again. If only the answer was lost, the table has the commit, and another run may have gone on from it.

  The branch of a table that had no snapshot begins where the table was when the branch was made, which may be after the
  first commit of another run. Only if the table still has none, the branch has begun without one.
#}
{% macro _moved_to_branch(relation, commit, statement) %}
  {% set now = {} if commit.snapshot else tablestore.table_properties(relation) %}
  {% if now.get('current-snapshot-id', 'none') != 'none' %}
    {% do tablestore.fail(relation | string, ['another run or program has written it since this run has read it; this'
        ~ ' run wrote nothing to it', 'run the model again']) %}
  {% endif %}
  {% for attempt in range(4) %}
    {% set moved = tablestore._adapter_rows(statement) %}
    {% if moved is none %}
      {% break %}
    {% elif moved %}
      {{ return(moved[0].updated_ref | string) }}
    {% elif tablestore.table_properties(relation)['current-snapshot-id'] != (commit.snapshot or 'none') %}
      {% for row in tablestore.query_rows(tablestore._records_query(relation))
          if commit.properties['tablestore.run'] in (row.record or '') %}
        {{ return(row.version) }}
      {% endfor %}
      {% break %}
    {% endif %}
  {% endfor %}
  {{ return(tablestore.query_rows(statement)[0].updated_ref | string) }}
{% endmacro %}

{# The commit with the version of the Delta table that it has made. #}
{% macro _with_delta_version(plan, relation, commit) %}
  {% set own, others = commit.properties['tablestore.run'], [] %}
  {# the last version, unless another program was fast #}
  {% for looks_back in [false, true] %}
    {% set versions = tablestore.query_rows('describe history ' ~ plan.table ~ ' limit 100') if looks_back
        else tablestore._adapter_last_version(relation) %}
    {% for row in versions if (row.userMetadata or '').startswith('{') %}
      {% set record = fromjson(row.userMetadata) %}
      {% if record.get('tablestore.run') == own %}
        {{ return(dict(commit, version=row.version | string, metrics=fromjson(row.operationMetrics))) }}
      {% elif record.get('tablestore.serial') == commit.properties['tablestore.serial'] %}
        {% do others.append(record) %}
      {% endif %}
    {% endfor %}
  {% endfor %}
  {% do tablestore._fail_as_changed(relation, {'properties': (others + [{}])[0]}) %}
{% endmacro %}
