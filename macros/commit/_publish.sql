{#
  Publishes a commit that is part of its table, see `publish_statements`, and returns the statements that ran. Nothing is left to do if
  another run has published it, or has replaced the table.

  Whatever is written to a changelog with branches follows two looks: at the changelog, and then at the table. If the commit was not
  published at the second one, the changelog had only commits before it at the first one, and the statements only succeed if it is
  still as it was. If one of them fails, because of a run that does the same or of a compaction, the next attempt begins with the looks.

    again  whether a part may be done: for a commit of an earlier run, and after a failure
#}
{% macro _publish(node, relation, plan, commit, again=false, attempts=3) %}
  {% set found, statements, branches = {}, [], tablestore.formats()[plan.format].has_branches %}
  {% if again or (branches and (commit.rebuild or (plan.changelog and commit.starts_changelog))) %}
    {% set found = tablestore._found_logs(plan, relation, commit, again) %}
    {% set unpublished = tablestore._unpublished(relation, tablestore._last_commit(relation, true)) %}
    {% if not unpublished or unpublished.record['tablestore.run'] != commit.properties['tablestore.run'] %}
      {{ return(statements) }}
    {% endif %}
    {% set commit = dict(commit, version=unpublished.version) %}
  {% endif %}
  {% set lost = tablestore._lost_changes(plan, commit, found) if again else none %}
  {% if lost %}
    {% do exceptions.warn(node.name ~ ': the changes of commit ' ~ commit.number ~ ' are lost, because ' ~ lost
        ~ '; the changelog starts again, and the models that read it must be rebuilt: dbt run --full-refresh --select ' ~ node.name ~ '+ --exclude ' ~ node.name) %}
  {% endif %}
  {# no changelog is 'lost', so the next commit starts it again, and no reader takes it for that of this commit #}
  {% set news = {'tablestore.changelog-start': commit.number, 'tablestore.changelog-complete': 'false', 'tablestore.log': 'lost'} if lost
      else {'tablestore.log': found.log if found else commit.properties['tablestore.run']} if plan.changelog and commit.starts_changelog else {} %}
  {% set published = dict(commit, properties=dict(commit.properties, **news)) %}
  {% set sent = tablestore.publish_statements(dict(plan, changelog=none) if lost else plan, published, found, again) %}
  {% do tablestore._reset_with_model(sent) %}
  {% for sql in sent %}
    {% set problem = tablestore._tried(sql) %}
    {% if problem and attempts %}
      {% do log(node.name ~ ': publishing commit ' ~ commit.number ~ ' again, because a statement has failed: ' ~ problem) %}
      {{ return(statements + tablestore._publish(node, relation, plan, commit, true, attempts - 1)) }}
    {% elif problem %}
      {% do tablestore._fail("model '" ~ node.name ~ "'", ['its commit ' ~ commit.number ~ ' is part of the table, but its changes could not be published: ' ~ problem,
          'the next run publishes them: dbt run --select ' ~ node.name]) %}
    {% endif %}
    {% do statements.append(sql) %}
  {% endfor %}
  {{ return(statements) }}
{% endmacro %}
